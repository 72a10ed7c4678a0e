// SPDX-License-Identifier: GPL-2.0-or-later
//
// The critical path as the slices that it goes through.

import { EVENT_ON_PATH, WORK_ON_PATH } from "./run.js";

const KNOWN = new WeakMap();

/** Made once for a run. */
export function criticalPathOf(run) {
  if (!KNOWN.has(run)) KNOWN.set(run, new CriticalPath(run));
  return KNOWN.get(run);
}

class CriticalPath {
  constructor(run) {
    this.run = run;
    const { end } = run.schedules[0];
    /** Slices whose work is on the path, in the order of time. */
    this.slices = [];
    for (let slice = 0; slice < run.slices; slice++) {
      if (run.path[slice] & WORK_ON_PATH) this.slices.push(slice);
    }
    this.slices.sort((a, b) => end[a] - end[b] || a - b);
  }

  /** The pairs of slices between which the path changes to another thread. */
  get crossings() {
    this.pairs = this.pairs ?? this.findCrossings();
    return this.pairs;
  }

  findCrossings() {
    const { run } = this;
    const { cause } = run.schedules[0];
    const pairs = [];
    for (let slice = 0; slice < run.slices; slice++) {
      if (run.path[slice] & EVENT_ON_PATH && cause[slice] >= 0 && !(run.path[slice] & WORK_ON_PATH)) {
        pairs.push([cause[slice], slice]);
      }
    }
    for (let thread = 0; thread < run.threads.length; thread++) {
      const first = run.threadSlices[thread];
      if (first === run.threadSlices[thread + 1] || !(run.path[first] & WORK_ON_PATH)) continue;
      const [fork] = run.sources(first);
      if (fork !== undefined) pairs.push([fork, first]);
    }
    return pairs;
  }

  /**
   * The slice of the path behind (1) or before (-1) a slice. The first slice of the path if there
   * is no slice.
   */
  next(slice, step) {
    if (slice < 0) return this.slices[0] ?? -1;
    const { end } = this.run.schedules[0];
    const at = d3.bisector((that) => end[that]).left(this.slices, end[slice]);
    const here = this.slices[at] === slice || step < 0 ? at : at - 1;
    return this.slices[here + step] ?? slice;
  }
}
