// SPDX-License-Identifier: GPL-2.0-or-later
//
// Bytes by slice and something else, as ilmgen/emit/page/parts/slice_sums.h writes them.

import { shareWithin } from "./interval.js";
import { summed } from "./packed.js";

export class SliceSums {
  constructor(packed, name) {
    this.slices = summed(packed.column(`${name}_slices`));
    this.keys = packed.column(`${name}_keys`, Uint32Array);
    this.bytes = packed.column(`${name}_bytes`);
  }

  /** Calls `tell(slice, key, bytes)` for all bytes within an interval of the schedule. */
  within(run, schedule, interval, tell) {
    for (let i = 0; i < this.slices.length; i++) {
      const share = shareWithin(run, schedule, interval, this.slices[i]);
      if (share > 0) tell(this.slices[i], this.keys[i], this.bytes[i] * share);
    }
  }
}
