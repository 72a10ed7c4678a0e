// SPDX-License-Identifier: GPL-2.0-or-later
//
// Sums within an interval, by thread, call, site and rank.

import assert from "node:assert/strict";
import test from "node:test";
import { Calls } from "../../ilmgen/emit/page/web/model/calls.js";
import { flowRows } from "../../ilmgen/emit/page/web/model/flow_rows.js";
import { HeapLevels, heapPeakTime, liveByName } from "../../ilmgen/emit/page/web/model/heap_levels.js";
import * as within from "../../ilmgen/emit/page/web/model/interval.js";
import { intervalTables } from "../../ilmgen/emit/page/web/model/interval_tables.js";
import * as profiles from "../../ilmgen/emit/page/web/model/profile.js";
import { recordsOf } from "../../ilmgen/emit/page/web/model/records.js";
import { runOf, smallRun } from "./small_run.mjs";

const run = smallRun();
const [schedule] = run.schedules;
const calls = new Calls(run);
const empty = runOf({});
const [MAIN, PUSH, POP] = [1, 2, 3]; // frames

function slicesWithin(interval) {
  const told = [];
  within.eachSliceWithin(run, schedule, interval, (slice, thread) => told.push([slice, thread]));
  return told;
}

test("slices of an interval, [from, to)", () => {
  assert.deepEqual(slicesWithin(null), [[0, 0], [1, 0], [2, 0], [3, 1], [4, 1]]);
  assert.deepEqual(slicesWithin([10, 30]), [[1, 0], [3, 1]]);
  assert.deepEqual(slicesWithin([30, 31]), [[2, 0], [4, 1]]);
  assert.deepEqual(slicesWithin([60, 90]), []);
});

test("parts of a slice", () => {
  const parts = (slice, interval) =>
    ["readyWithin", "workWithin", "waitWithin", "shareWithin"].map((part) => within[part](run, schedule, interval, slice));
  assert.deepEqual(parts(3, null), [5, 10, 5, 1]);
  assert.deepEqual(parts(3, [12, 20]), [3, 5, 0, 0.5]);
  assert.deepEqual(parts(3, [26, 40]), [0, 0, 4, 0]);
  assert.deepEqual(parts(2, [40, 50]), [0, 0, 10, 0]);
});

test("what happens in a slice without work happens where it begins", () => {
  const idle = smallRun({ work: [10, 0, 5, 10, 30] });
  const share = (interval) => within.shareWithin(idle, idle.schedules[0], interval, 1);
  assert.deepEqual([null, [0, 10], [10, 11], [11, 15]].map(share), [1, 0, 1, 0]);
});

test("tables of an interval", () => {
  const [threads, waits, functions, heap] = intervalTables(run, schedule, [12, 40]).map(({ rows }) => rows);
  assert.deepEqual(threads, [[23, 5, 0, "main"], [20, 5, 3, "worker"]]);
  assert.deepEqual(waits, [
    [5, 1, "has joined thread 2", "main (a.c:9)"],
    [5, 1, "has mutex m (q.c:3)", "pop (q.c:9)"],
  ]);
  assert.deepEqual(functions, [[20, "pop<int>(int)"], [13.5, "push"], [4.5, "main"]]);
  assert.deepEqual(heap, [[90, 0, 100, "the queue"], [20, 0, 60, "a node"]]);
});

test("tables of an interval with nothing in it", () => {
  for (const { rows } of intervalTables(run, schedule, [60, 70]).slice(0, 3)) assert.deepEqual(rows, []);
  for (const { rows } of intervalTables(empty, empty.schedules[0], [0, 10])) assert.deepEqual(rows, []);
});

test("each column of an interval's table has a measure", () => {
  for (const table of intervalTables(run, schedule, [0, 60])) {
    for (const row of table.rows) assert.equal(row.length, table.columns.length, table.name);
    for (const record of recordsOf(table)) {
      for (const { key, measure } of table.columns) assert.equal(typeof record[key], measure === "text" ? "string" : "number");
    }
  }
});

test("the tree of calls ends in events", () => {
  assert.equal(calls.frames, 4);
  assert.equal(calls.names[calls.unsampled], "not sampled");
  assert.deepEqual(calls.eventNodes, [5, 6, 7, 8, 9]);
  assert.deepEqual([...calls.children(0)], [MAIN, POP, calls.unsampled, 5]);
  assert.deepEqual([...calls.children(MAIN)], [PUSH, 6, 8]);
  assert.deepEqual(calls.path(7), [0, MAIN, PUSH, 7]);
  assert.deepEqual(calls.path(0), [0]);
  assert.deepEqual([[7, MAIN], [7, POP], [MAIN, MAIN], [7, 0]].map(([node, caller]) => calls.isWithin(node, caller)), [true, false, true, true]);
  assert.deepEqual([PUSH, calls.unsampled, 6].map((node) => calls.isEvent(node)), [false, false, true]);
});

test("events of one name in one call share a node", () => {
  const label = { verb: "has", object: "mutex m", place: "", frame: MAIN };
  const { eventNodes } = new Calls(smallRun({}, { labels: [label, { ...label, place: "b.c:1" }, { ...label, frame: PUSH }] }));
  assert.deepEqual(eventNodes, [5, 5, 6]);
});

test("work by call", () => {
  const profile = profiles.workProfile(run, calls, schedule, null);
  assert.equal(profile.all, 75);
  assert.deepEqual([MAIN, PUSH, POP, calls.unsampled].map((node) => profile.self[node]), [7.5, 22.5, 40, 5]);
  assert.equal(profile.total[MAIN], 30);
  assert.deepEqual(profile.functions(), [
    { name: "pop<int>(int)", self: 40, total: 40 },
    { name: "push", self: 22.5, total: 22.5 },
    { name: "main", self: 7.5, total: 30 },
    { name: "not sampled", self: 5, total: 5 },
  ]);
  assert.equal(profiles.workProfile(run, calls, schedule, [20, 40]).all, 30);
  assert.equal(profiles.criticalProfile(run, calls, schedule, null).all, 60);
});

test("a function that calls itself counts once", () => {
  const recursive = smallRun({ frame_names: [0, 1, 1, 3] });
  const profile = profiles.workProfile(recursive, new Calls(recursive), recursive.schedules[0], null);
  assert.deepEqual(profile.functions()[1], { name: "main", self: 30, total: 30 });
  assert.equal(profile.matched(profile.matches("main")), 30);
});

test("waits count where they are, or where they end", () => {
  const waited = profiles.waitedProfile(run, calls, schedule, null);
  assert.deepEqual([waited.all, waited.self[8], waited.self[9]], [30, 25, 5]);
  const caused = profiles.causedProfile(run, calls, schedule, null);
  assert.deepEqual([caused.all, caused.self[5], caused.self[7]], [30, 25, 5]);
  assert.equal(profiles.waitedProfile(run, calls, schedule, [0, 28]).all, 3);
});

test("bytes by call", () => {
  const allocated = profiles.allocatedProfile(run, calls, schedule, [0, 20]);
  assert.deepEqual([allocated.all, allocated.self[PUSH]], [50, 50]);
  assert.deepEqual([...profiles.siteProfile(run, calls, [7, 8]).self].slice(0, 4), [0, 0, 7, 8]);
});

test("search in calls, in letters of either case", () => {
  const profile = profiles.workProfile(run, calls, schedule, null);
  assert.equal(profile.matches(""), null);
  assert.deepEqual([...profile.matches("P")].slice(0, 5), [0, 0, 1, 1, 1]);
  assert.equal(profile.matched(profile.matches("MAIN")), 30);
  assert.equal(profile.matched(profile.matches("a")), 35); // main with push, and "not sampled"
  assert.equal(profile.matches("root")[0], 0); // everything is within the root
});

test("who reads from whom", () => {
  assert.deepEqual(flowRows(run, schedule, null), [{ from: "main", to: "worker", bytes: 80 }]);
  assert.deepEqual(flowRows(run, schedule, [30, 45]), [{ from: "main", to: "worker", bytes: 40 }]);
  assert.deepEqual(flowRows(run, schedule, [0, 30]), []);
});

test("live bytes at a time", () => {
  const live = (time) => [...schedule.heap.liveAt(time)];
  assert.deepEqual([19, 20, 40, 50, 1e15].map(live), [[0, 0], [100, 0], [100, 60], [0, 60], [0, 60]]);
  assert.deepEqual(liveByName(run, schedule.heap, 45), [{ name: "the queue", bytes: 100 }, { name: "a node", bytes: 60 }]);
  assert.deepEqual(liveByName(run, schedule.heap, 50), [{ name: "a node", bytes: 60 }]);
  const same = smallRun({ site_names: [4, 4] });
  assert.deepEqual(liveByName(same, same.schedules[0].heap, 45), [{ name: "the queue", bytes: 160 }]);
});

test("levels of the heap", () => {
  const levels = new HeapLevels(run, schedule.heap, 1);
  assert.deepEqual([levels.peak, levels.peakTime, heapPeakTime(schedule.heap)], [1, 40, 40]);
  assert.deepEqual(levels.names, ["the queue", "others"]);
  assert.deepEqual(levels.tops.map((top) => [...top]), [[100, 100, 0], [100, 160, 60]]);
  assert.deepEqual([0, 20, 45, 1e15].map((time) => levels.sumAt(time)), [0, 100, 160, 60]);
  assert.deepEqual(["the queue", "a node"].map((name) => levels.layer(name)), [0, 1]);
  assert.deepEqual([0, 1].map((layer) => levels.colour(layer)), [1, 0]);
});

test("the first of several peaks", () => {
  const flat = smallRun({ heap_changes_0: [1, 0], heap_moments_0: [0], heap_bytes_0: [2 ** 52] });
  assert.equal(heapPeakTime(flat.schedules[0].heap), 20);
});

test("a run that allocates nothing has no levels", () => {
  const levels = new HeapLevels(empty, empty.schedules[0].heap, 4);
  assert.deepEqual([levels.peak, levels.peakTime, levels.sumAt(7)], [-1, 0, 0]);
  assert.deepEqual(levels.names, ["others"]);
});

test("cells between ranks", () => {
  const values = { rank_messages: [1, 2], rank_bytes: [8, 2 ** 52], rank_moved: [0, 0], rank_waited: [0, 5], rank_lay: [3, 0] };
  const { rankCells } = smallRun({ rank_cells: [1, 1], ...values }, { ranks: ["rank 0", "rank 1"] });
  assert.deepEqual(rankCells.of(1, 0), { bytes: 2 ** 52, messages: 2, moved: 0, waited: 5, lay: 0 });
  assert.equal(rankCells.of(0, 0), undefined);
  assert.deepEqual(["bytes", "moved", "lay"].map((what) => rankCells.most(what)), [2 ** 52, 0, 3]);
  const waits = [];
  rankCells.each("waited", (...cell) => waits.push(cell));
  assert.deepEqual(waits, [[1, 0, 5]]);
  assert.deepEqual([empty.rankCells.size, empty.rankCells.most("bytes")], [0, 0]);
});
