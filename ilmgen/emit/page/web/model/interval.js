// SPDX-License-Identifier: GPL-2.0-or-later
//
// The part of a run within an interval of a schedule: [from, to) in units of cost; null: all of it.

function limits(interval) {
  return interval ?? [0, Infinity];
}

/** Calls `tell(slice, thread)` for all slices that overlap the interval, thread by thread. */
export function eachSliceWithin(run, schedule, interval, tell) {
  const [from, to] = limits(interval);
  for (let thread = 0; thread < run.threads.length; thread++) {
    const [first, end] = [run.threadSlices[thread], run.threadSlices[thread + 1]];
    const last = d3.bisectLeft(schedule.begin, to, first, end);
    for (let slice = d3.bisectRight(schedule.end, from, first, end); slice < last; slice++) tell(slice, thread);
  }
}

function overlap(begin, end, interval) {
  const [from, to] = limits(interval);
  return Math.max(Math.min(end, to) - Math.max(begin, from), 0);
}

/**
 * The part of a slice's work within the interval. A slice that several events were joined to is
 * assumed to work first.
 */
export function workWithin(run, schedule, interval, slice) {
  return overlap(schedule.begin[slice], schedule.begin[slice] + schedule.work[slice], interval);
}

/** The part of a slice's wait for its event within the interval. */
export function waitWithin(run, schedule, interval, slice) {
  return overlap(schedule.begin[slice] + schedule.work[slice], schedule.end[slice], interval);
}

/** The part of a slice's wait for a processor within the interval. */
export function readyWithin(run, schedule, interval, slice) {
  return overlap(schedule.begin[slice] - schedule.ready[slice], schedule.begin[slice], interval);
}

/** The share of a slice's bytes within the interval, if they are spread evenly over its work. */
export function shareWithin(run, schedule, interval, slice) {
  if (schedule.work[slice] > 0) return workWithin(run, schedule, interval, slice) / schedule.work[slice];
  const [from, to] = limits(interval);
  return from <= schedule.begin[slice] && schedule.begin[slice] < to ? 1 : 0;
}
