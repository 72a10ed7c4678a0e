// SPDX-License-Identifier: GPL-2.0-or-later
//
// Sums up how long some threads work and wait, from one time to the next.
//
// Example: one of two threads works from 0 to 10, the other one waits from 5 to 20.  A walk from 0 goes to
// 10 and returns 10 of work and 5 of wait; then it goes to 20 and returns 10 of wait.

export class LaneWalk {
  constructor(lanes, threads, time) {
    this.lanes = lanes;
    this.places = threads.map((thread) => {
      const slice = lanes.sliceAt(thread, time);
      return { thread, slice, sums: lanes.until(thread, time, slice) };
    });
  }

  /**
   * Goes to a later time. Returns {work, wait, ready, path, slice}. The first four are sums over
   * all threads since the time before. `slice` is the slice, at the later time, of the thread that
   * has worked most; -1 if there is none.
   */
  goTo(time) {
    const done = { work: 0, wait: 0, ready: 0, path: 0, slice: -1 };
    let most = 0;
    for (const place of this.places) {
      const before = place.sums;
      place.slice = this.lanes.sliceNear(place.thread, time, place.slice);
      place.sums = this.lanes.until(place.thread, time, place.slice);
      const work = place.sums.work - before.work;
      done.work += work;
      done.wait += place.sums.wait - before.wait;
      done.ready += place.sums.ready - before.ready;
      done.path += place.sums.path - before.path;
      if (work > most) [most, done.slice] = [work, this.lanes.find(place.thread, time, place.slice)];
    }
    return done;
  }
}

/** The largest number of these threads that exist at once. */
export function mostAtOnce(run, schedule, threads) {
  const begins = Float64Array.from(threads, (thread) => schedule.threadBegin[thread]).sort();
  const ends = Float64Array.from(threads, (thread) => schedule.threadEnd(run, thread)).sort();
  let [most, ended] = [1, 0];
  begins.forEach((begin, begun) => {
    while (ends[ended] <= begin) ended++;
    most = Math.max(most, begun + 1 - ended);
  });
  return most;
}
