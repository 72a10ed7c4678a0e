// SPDX-License-Identifier: GPL-2.0-or-later
//
// Finds how much a thread has worked and waited up to any time, fast even if the thread has many
// slices.

export class Lanes {
  constructor(run, schedule) {
    this.run = run;
    this.schedule = schedule;
    /** By slice: sums over all slices before it. */
    this.workBefore = sumsBefore(schedule.work);
    this.waitBefore = sumsBefore(schedule.wait);
    this.readyBefore = sumsBefore(schedule.ready);
    /** By meeting of threads. */
    this.laps = run.rounds ? run.rounds.laps(schedule) : [];
    this.pathBefore = sumsBefore(schedule.work.map((work, slice) => (run.path[slice] & 1 ? work : 0)));
  }

  /**
   * The thread's first slice that has not ended at a time. If all have ended, the end of the
   * thread's slices.
   */
  sliceAt(thread, time) {
    const { threadSlices } = this.run;
    return d3.bisectRight(this.schedule.end, time, threadSlices[thread], threadSlices[thread + 1]);
  }

  /**
   * The same, if the slice is known to be `earlier` or one soon after it. Searches in steps that
   * double.
   */
  sliceNear(thread, time, earlier) {
    const { end } = this.schedule;
    const last = this.run.threadSlices[thread + 1];
    let step = 1;
    while (earlier + step < last && end[earlier + step] <= time) step *= 2;
    return d3.bisectRight(end, time, earlier, Math.min(earlier + step, last));
  }

  /** The slice of the thread that contains the time, or -1. */
  find(thread, time, slice = this.sliceAt(thread, time)) {
    if (slice >= this.run.threadSlices[thread + 1]) return -1;
    return this.beginOf(slice) <= time ? slice : -1;
  }

  /**
   * The slice of one of several threads at a time: of the first thread that works then, or else of
   * the first thread that has a slice then. -1: no thread has one.
   */
  findAmong(threads, time) {
    let found = -1;
    for (const thread of threads) {
      const slice = this.find(thread, time);
      if (slice >= 0 && this.schedule.begin[slice] <= time && time < this.schedule.begin[slice] + this.schedule.work[slice]) return slice;
      if (found < 0) found = slice;
    }
    return found;
  }

  /** When the slice's thread could go on. */
  beginOf(slice) {
    return this.schedule.begin[slice] - this.schedule.ready[slice];
  }

  /**
   * The sums {work, wait, ready, path} of a thread up to a time. Only differences between two times
   * are of use, because the sums also contain earlier threads.
   */
  until(thread, time, slice = this.sliceAt(thread, time)) {
    const sums = {
      work: this.workBefore[slice],
      wait: this.waitBefore[slice],
      ready: this.readyBefore[slice],
      path: this.pathBefore[slice],
    };
    if (slice >= this.run.threadSlices[thread + 1]) return sums;
    const { begin, ready } = this.schedule;
    const done = Math.max(0, Math.min(time - begin[slice], this.schedule.work[slice]));
    sums.ready += Math.max(0, Math.min(time - this.beginOf(slice), ready[slice]));
    sums.work += done;
    sums.path += this.run.path[slice] & 1 ? done : 0;
    sums.wait += Math.max(0, time - begin[slice] - this.schedule.work[slice]);
    return sums;
  }
}

function sumsBefore(numbers) {
  const sums = new Float64Array(numbers.length + 1);
  for (let i = 0; i < numbers.length; i++) sums[i + 1] = sums[i] + numbers[i];
  return sums;
}
