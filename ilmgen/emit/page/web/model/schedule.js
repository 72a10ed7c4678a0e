// SPDX-License-Identifier: GPL-2.0-or-later
//
// When each slice of the run happens on one machine.

import { starts, summed } from "./packed.js";

/**
 * A slice begins, works, waits, and ends. Then the thread's next slice waits for a processor, and
 * begins.
 */
export class Schedule {
  /** `run`: its slices are needed. `number`: of the schedule in the header. */
  constructor(packed, run, number) {
    const about = packed.header.schedules[number];
    const column = (name, Numbers) => packed.column(`${name}_${number}`, Numbers);
    /** The number of processors; 0: as many as there are threads. */
    this.processors = about.processors;
    /** The end of the schedule, in units of cost. */
    this.time = about.time;
    /** By slice: for how long it works. */
    this.work = packed.has(`work_${number}`) ? column("work") : run.work;
    /** By slice: for how long it waits for a processor before it begins. */
    this.ready = column("ready");
    /** By slice: for how long it waits for its event after its work. */
    this.wait = column("wait");
    /** By slice: the slice whose event ended its wait; -1: it does not wait. */
    this.cause = column("cause", Int32Array).map((back, slice) => (back === 0 ? -1 : slice - back));
    /** By slice: when its work begins. */
    this.begin = new Float64Array(run.work.length);
    /** By slice: when its event happens. Then it is the turn of the thread's next slice. */
    this.end = new Float64Array(run.work.length);
    /** By thread: when it begins. */
    this.threadBegin = column("thread_begin");
    this.placeSlices(run);
    this.heap = new Heap(packed, number);
  }

  placeSlices(run) {
    for (let thread = 0; thread < run.threads.length; thread++) {
      let time = this.threadBegin[thread];
      for (let slice = run.threadSlices[thread]; slice < run.threadSlices[thread + 1]; slice++) {
        this.begin[slice] = time + this.ready[slice];
        time = this.begin[slice] + this.work[slice] + this.wait[slice];
        this.end[slice] = time;
      }
    }
  }

  threadEnd(run, thread) {
    const last = run.threadSlices[thread + 1] - 1;
    return last < run.threadSlices[thread] ? this.threadBegin[thread] : this.end[last];
  }
}

/**
 * Live bytes by site at some moments (ilmgen/emit/page/page_heap.h). If there are few changes,
 * there is a moment for each of them. Otherwise each of many equal parts of the time has two
 * moments: that of its highest level, and the last one.
 */
class Heap {
  constructor(packed, number) {
    /** The times of the moments, in units of cost, increasing. */
    this.times = summed(packed.column(`heap_times_${number}`));
    this.siteStarts = starts(packed.column(`heap_changes_${number}`, Uint32Array));
    this.moments = packed.column(`heap_moments_${number}`, Uint32Array);
    this.bytes = packed.column(`heap_bytes_${number}`);
  }

  /**
   * Calls `tell(moment, bytes)` for each change of a site. `moment`: index into times; `bytes`: the
   * site's live bytes from then on.
   */
  changes(site, tell) {
    for (let i = this.siteStarts[site]; i < this.siteStarts[site + 1]; i++) {
      tell(this.moments[i], this.bytes[i]);
    }
  }

  /** The live bytes at a time, by site. */
  liveAt(time) {
    const moment = d3.bisectRight(this.times, time) - 1;
    const live = new Float64Array(this.siteStarts.length - 1);
    for (let site = 0; site < live.length; site++) {
      const [first, end] = [this.siteStarts[site], this.siteStarts[site + 1]];
      const last = d3.bisectRight(this.moments, moment, first, end) - 1;
      if (last >= first) live[site] = this.bytes[last];
    }
    return live;
  }
}
