// SPDX-License-Identifier: GPL-2.0-or-later
//
// Slices, their order and their places in time.

import assert from "node:assert/strict";
import test from "node:test";
import { sliceFor } from "../../ilmgen/emit/page/web/model/find.js";
import { Lanes } from "../../ilmgen/emit/page/web/model/lanes.js";
import { Followers, Neighbourhood } from "../../ilmgen/emit/page/web/model/neighbours.js";
import { criticalPathOf } from "../../ilmgen/emit/page/web/model/path.js";
import { shownFunctions } from "../../ilmgen/emit/page/web/model/shown_functions.js";
import { runOf, smallRun } from "./small_run.mjs";

const run = smallRun();
const [schedule] = run.schedules;
/** One thread with one slice of so much work. */
const alone = (work) =>
  runOf({ thread_slices: [1], work: [work], path: [3], thread_begin_0: [0] }, { threads: [{ id: 1, name: "main", process: 0 }] });
const empty = runOf({});
const withoutSlices = runOf({ thread_slices: [0, 0], thread_begin_0: [3, 5] }, { threads: [{ name: "a" }, { name: "b" }] });

test("a thread's slices follow each other", () => {
  assert.deepEqual([...schedule.begin], [0, 10, 30, 15, 30]);
  assert.deepEqual([...schedule.end], [10, 30, 60, 30, 60]);
  assert.deepEqual([...schedule.cause], [-1, -1, 4, 1, -1]);
  assert.deepEqual([0, 1].map((thread) => schedule.threadEnd(run, thread)), [60, 60]);
  assert.deepEqual([...run.ids], [1, 2, 3, 2, 5]);
});

test("work takes another time in a schedule with times of its own", () => {
  const [slower] = smallRun({ work_0: [5, 10, 5, 30, 30], thread_begin_0: [0, 5] }).schedules;
  assert.deepEqual([...slower.begin], [0, 5, 15, 10, 45]);
  assert.deepEqual([...slower.end], [5, 15, 45, 45, 75]);
  assert.equal(new Lanes(run, slower).until(1, 75).work - new Lanes(run, slower).until(1, 5).work, 60);
  assert.equal(new Lanes(run, slower).until(1, 30).work - new Lanes(run, slower).until(1, 5).work, 20);
});

test("a thread without slices ends when it begins", () => {
  const half = runOf({ thread_slices: [1, 0], work: [7], thread_begin_0: [0, 5] }, { threads: [{ name: "a" }, { name: "b" }] });
  for (const [those, ends] of [[withoutSlices, [3, 5]], [half, [7, 5]]]) {
    assert.deepEqual([0, 1].map((thread) => those.schedules[0].threadEnd(those, thread)), ends);
  }
});

test("times that are as large as numbers can be exact", () => {
  const { schedules } = alone(Number.MAX_SAFE_INTEGER);
  assert.equal(schedules[0].end[0], Number.MAX_SAFE_INTEGER);
});

test("threads and events of slices", () => {
  assert.deepEqual([0, 2, 3, 4].map((slice) => run.threadOf(slice)), [0, 0, 1, 1]);
  assert.equal(run.eventName(3), "has mutex m (q.c:3)");
  assert.equal(run.labelName({ verb: "begins", object: "" }), "begins");
  assert.deepEqual([...run.sources(3)], [0, 1]);
  assert.deepEqual([...run.sources(0)], []);
  // 0 and 1 are slices of the thread itself if it leaves a barrier with the others
  assert.deepEqual([...smallRun({ source_lists: [0, 0, 2, 2, 0] }).sources(2)], []);
});

test("a slice has the function with most of its work", () => {
  assert.equal(run.names[run.functionOf(0)], "push");
  assert.equal(run.functionOf(2), -1);
  assert.deepEqual(shownFunctions([run], 6), ["pop<int>(int)", "push"]);
  assert.deepEqual(shownFunctions([run, smallRun({ work: [900, 20, 5, 10, 30] })], 1), ["push"]);
  assert.deepEqual(shownFunctions([empty], 6), []);
  // main has 2 + 2 in two calls of it, push 3
  const twice = smallRun({ frame_names: [0, 1, 1, 2], mix_sizes: [0, 3], mix_frames: [1, 2, 3], mix_weights: [2, 2, 3], mixes: [1, 1, 1, 1, 1] });
  assert.equal(twice.names[twice.functionOf(0)], "main");
});

test("tables and figures of the report by name", () => {
  const table = { name: "figures", columns: [], rows: [[60, "span"], [75, "work"]] };
  const { report } = smallRun({}, { report: { sections: [{ tables: [{ name: "other" }] }, { tables: [table] }] } });
  const told = smallRun({}, { report });
  assert.equal(told.table("figures"), table);
  assert.equal(told.figure("work"), 75);
  assert.equal(told.figure("peak"), undefined);
  assert.equal(run.figure("work"), undefined);
});

test("the slice at a point of a lane", () => {
  const lanes = new Lanes(run, schedule);
  assert.deepEqual([0, 9, 10, 59, 60].map((time) => lanes.sliceAt(0, time)), [0, 0, 1, 2, 3]);
  assert.deepEqual([0, 9, 10, 59, 60].map((time) => lanes.sliceNear(0, time, 0)), [0, 0, 1, 2, 3]);
  assert.deepEqual([9, 10, 29, 30, 60].map((time) => lanes.find(1, time)), [-1, 3, 3, 4, -1]);
});

test("the slice of one of several threads: a thread that works, or else the first that is there", () => {
  const lanes = new Lanes(run, schedule);
  assert.deepEqual([5, 12, 28, 40, 60].map((time) => lanes.findAmong([0, 1], time)), [0, 1, 1, 4, -1]);
  assert.deepEqual([12, 28].map((time) => lanes.findAmong([1], time)), [3, 3], "waits for a processor, waits for an event");
  assert.equal(lanes.findAmong([], 12), -1);
});

test("sums of a lane up to a time", () => {
  const lanes = new Lanes(run, schedule);
  const between = (from, to) => {
    const [before, after] = [lanes.until(1, from), lanes.until(1, to)];
    return Object.fromEntries(Object.keys(after).map((what) => [what, after[what] - before[what]]));
  };
  assert.deepEqual(between(0, 60), { work: 40, wait: 5, ready: 5, path: 30 });
  assert.deepEqual(between(12, 28), { work: 10, wait: 3, ready: 3, path: 0 });
  assert.deepEqual(between(40, 45), { work: 5, wait: 0, ready: 0, path: 5 });
});

test("a near slice is found as any other, in each of many", () => {
  const work = Array.from({ length: 100 }, (_, i) => i % 7);
  const many = runOf({ thread_slices: [100], work, thread_begin_0: [0] }, { threads: [{ name: "main" }] });
  const lanes = new Lanes(many, many.schedules[0]);
  for (let time = 0; time <= 300; time++) {
    for (const earlier of [0, lanes.sliceAt(0, time / 2)]) assert.equal(lanes.sliceNear(0, time, earlier), lanes.sliceAt(0, time));
  }
});

test("the critical path goes over to other threads", () => {
  const path = criticalPathOf(run);
  assert.equal(criticalPathOf(run), path);
  assert.deepEqual(path.slices, [0, 1, 4]);
  assert.deepEqual(path.crossings, [[4, 2], [1, 3]]);
  // if the first slice of the worker is on it, it came from the fork
  assert.deepEqual(criticalPathOf(smallRun({ path: [3, 0, 0, 3, 3] })).crossings, [[0, 3]]);
});

test("steps along the critical path", () => {
  const path = criticalPathOf(run);
  assert.deepEqual([-1, 0, 1, 4].map((slice) => path.next(slice, 1)), [0, 1, 4, 4]);
  assert.deepEqual([4, 1, 0].map((slice) => path.next(slice, -1)), [1, 0, 0]);
  // slices that are not on it: 2 ends with 4, 3 with 1
  assert.deepEqual([2, 3].map((slice) => [path.next(slice, -1), path.next(slice, 1)]), [[1, 4], [0, 1]]);
  assert.equal(criticalPathOf(empty).next(-1, 1), -1);
  assert.deepEqual(criticalPathOf(empty).crossings, []);
});

test("slices around one, in the order of events", () => {
  const around = new Neighbourhood(run, new Followers(run), 3);
  assert.deepEqual([...around.slices].sort(), [0, 1, 2, 3, 4]);
  assert.deepEqual(around.leftOut, [0, 0]);
  const rows = around.rows();
  for (const { from, to } of around.edges) assert.ok(rows.get(from) < rows.get(to), `${from} before ${to}`);
  assert.deepEqual([0, 1, 2, 3, 4].map((slice) => rows.get(slice)), [0, 1, 4, 2, 3]);
  const one = new Neighbourhood(alone(1), new Followers(alone(1)), 0);
  assert.deepEqual([[...one.slices], one.edges], [[0], []]);
});

test("of many slices beside one the first four are shown", () => {
  // slice 6 of thread 7 waits for the only slices of the six others
  const threads = Array.from({ length: 7 }, (_, i) => ({ name: `t${i}` }));
  const columns = { thread_slices: [1, 1, 1, 1, 1, 1, 1], work: [1, 1, 1, 1, 1, 1, 1], thread_begin_0: [0, 0, 0, 0, 0, 0, 1] };
  const wide = runOf({ ...columns, source_lists: [0, 0, 0, 0, 0, 0, 1], list_sizes: [0, 6], list_items: [0, 1, 2, 3, 4, 5] }, { threads });
  const around = new Neighbourhood(wide, new Followers(wide), 6);
  assert.deepEqual([...around.slices], [6, 0, 1, 2, 3]);
  assert.deepEqual(around.leftOut, [2, 0]);
  assert.deepEqual([...new Followers(wide).of(5)], [6]);
});

test("a name of the report is found in the run", () => {
  const at = (text) => sliceFor(run, schedule, text);
  assert.equal(at("worker"), 4); // its longest work
  assert.equal(at("mutex m (q.c:3)"), 3); // the longest wait for it
  assert.equal(at("joins of thread 2"), 2);
  assert.equal(at("thread 2"), 2); // also an event of thread 2, but nobody waits at the fork
  assert.equal(at("main (a.c:9)"), 2); // a place
  assert.equal(at("push (int)"), 1); // a function with its parameters
  assert.equal(at("pushed"), -1);
  assert.equal(at("pop<int>(int)"), 4);
  assert.equal(at("pop"), -1);
  assert.equal(at("the queue"), 1); // where it is allocated
  assert.equal(at("a node"), 4);
  assert.equal(at(""), -1);
  assert.equal(sliceFor(empty, empty.schedules[0], "main"), -1);
});

test("where nobody waits for an object its first event is found", () => {
  const quick = smallRun({ wait_0: [0, 0, 0, 0, 0], cause_0: [0, 0, 0, 0, 0] });
  assert.equal(sliceFor(quick, quick.schedules[0], "mutex m (q.c:3)"), 1);
});

test("a thread that never works has no slice to show", () => {
  assert.equal(sliceFor(withoutSlices, withoutSlices.schedules[0], "a"), -1);
});
