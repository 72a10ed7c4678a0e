// SPDX-License-Identifier: GPL-2.0-or-later
//
// Tables in the form of the report's, about what happens within an interval of a schedule.

import { liveByName } from "./heap_levels.js";
import { eachSliceWithin, readyWithin, waitWithin, workWithin } from "./interval.js";
import { workByMix } from "./profile.js";

/** A table with the largest rows first. `columns`: [[key, measure], ...]. */
function intervalTable(name, about, columns, rows) {
  rows.sort((a, b) => b[0] - a[0]);
  return { name, about, columns: columns.map(([key, measure]) => ({ key, measure })), rows, left_out: 0 };
}

function threadsWithin(run, schedule, interval) {
  const rows = run.threads.map(({ name }) => [0, 0, 0, name]);
  eachSliceWithin(run, schedule, interval, (slice, thread) => {
    rows[thread][0] += workWithin(run, schedule, interval, slice);
    rows[thread][1] += waitWithin(run, schedule, interval, slice);
    rows[thread][2] += readyWithin(run, schedule, interval, slice);
  });
  const there = rows.filter(([work, waits, ready]) => work + waits + ready > 0);
  const columns = [["work", "work"], ["waits", "work"], ["waits_for_processor", "work"], ["thread", "text"]];
  return intervalTable("interval_by_thread", "How long each thread works and waits in the interval.", columns, there);
}

function waitsWithin(run, schedule, interval) {
  const sums = new Map(); // by label
  eachSliceWithin(run, schedule, interval, (slice) => {
    const waited = waitWithin(run, schedule, interval, slice);
    if (waited === 0) return;
    const { event, place } = eventAt(run, slice);
    const key = JSON.stringify([event, place]);
    const [before, times] = sums.get(key) ?? [0, 0];
    sums.set(key, [before + waited, times + 1, event, place]);
  });
  const columns = [["waited", "work"], ["waits", "count"], ["until_it", "text"], ["place", "text"]];
  return intervalTable("interval_by_wait", "How long threads wait for each event, and where, in the interval.", columns, [...sums.values()]);
}

function eventAt(run, slice) {
  const label = run.labels[run.label[slice]];
  return { event: run.labelName(label), place: label.place };
}

function functionsWithin(run, schedule, interval) {
  const sums = new Map();
  workByMix(run, schedule, interval, 0).forEach((work, mix) => {
    if (work === 0) return;
    run.mixParts(mix, (frame, share) => {
      const name = run.names[run.frameName[frame]];
      sums.set(name, (sums.get(name) ?? 0) + work * share);
    });
  });
  const columns = [["work", "work"], ["function", "text"]];
  const rows = Array.from(sums, ([name, work]) => [work, name]);
  return intervalTable("interval_by_function", "Work of each function in the interval, without the functions that it calls, estimated from samples.", columns, rows);
}

function heapWithin(run, schedule, interval) {
  const sums = new Map();
  const add = (name, column, bytes) => {
    if (!sums.has(name)) sums.set(name, [0, 0, 0, name]);
    sums.get(name)[column] += bytes;
  };
  run.allocated.within(run, schedule, interval, (_, site, bytes) => add(run.names[run.siteName[site]], 0, bytes));
  for (const { name, bytes } of liveByName(run, schedule.heap, interval[0])) add(name, 1, bytes);
  for (const { name, bytes } of liveByName(run, schedule.heap, interval[1])) add(name, 2, bytes);
  const columns = [["allocated", "bytes"], ["live_at_begin", "bytes"], ["live_at_end", "bytes"], ["site", "text"]];
  return intervalTable("interval_by_site", "Bytes by the place that allocates them: allocated in the interval, and live at its beginning and end.", columns, [...sums.values()]);
}

/** `interval`: not null. */
export function intervalTables(run, schedule, interval) {
  const tables = [threadsWithin, waitsWithin, functionsWithin, heapWithin];
  return tables.map((table) => table(run, schedule, interval));
}
