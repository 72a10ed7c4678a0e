// SPDX-License-Identifier: GPL-2.0-or-later
//
// Rows of a timeline: threads, and processes whose threads are folded.

import assert from "node:assert/strict";
import test from "node:test";
import { LaneWalk, mostAtOnce } from "../../ilmgen/emit/page/web/model/lane_walk.js";
import { Lanes } from "../../ilmgen/emit/page/web/model/lanes.js";
import { Rows } from "../../ilmgen/emit/page/web/model/rows.js";
import { runOf, smallRun } from "./small_run.mjs";

/** A run of threads: [pid, whether a program begins with it] each. */
function runWith(threads, processes) {
  const zeros = threads.map(() => 0);
  const header = threads.map(([process, isFirst], i) => ({ name: `thread ${i + 1}`, process, begins_program: isFirst }));
  return runOf({ thread_slices: zeros, thread_begin_0: zeros }, { threads: header, processes });
}

const FEW = [[7, true], [7, false], [8, true], [8, true]];
const few = () => new Rows(runWith(FEW, ["make 7", "sh, cc 8"]));
const shown = (rows) => rows.list.map(({ name, threads }) => [name, threads]);

test("a thread is a row, and programs that a process executes one after the other are one", () => {
  const rows = few();
  assert.deepEqual(shown(rows), [["make 7", []], ["thread 1", [0]], ["thread 2", [1]], ["sh, cc 8", [2, 3]]]);
  assert.deepEqual([0, 1, 2, 3].map((thread) => rows.rowOf(thread)), [1, 2, 3, 3]);
  assert.deepEqual([0, 1, 2, 3].map((thread) => rows.processOf(thread)), [0, 0, 1, 1]);
  assert.deepEqual(rows.foldable, [0], "a process with one row cannot be folded");
});

test("a program that is executed by a process with more threads goes on in the row of the first one", () => {
  const rows = new Rows(runWith([[7, true], [7, false], [7, true], [7, false], [8, true]], ["sh, app 7", "cat 8"]));
  const lanes = [["sh, app 7", []], ["thread 3", [0, 2]], ["thread 2", [1]], ["thread 4", [3]], ["cat 8", [4]]];
  assert.deepEqual(shown(rows), lanes);
});

test("a row goes on with the next program's thread", () => {
  const threads = [[7, true], [7, false], [7, true], [7, true]];
  const header = threads.map(([process, isFirst]) => ({ name: "", process, begins_program: isFirst }));
  const run = runOf({ thread_slices: [1, 1, 1, 0], work: [1, 1, 1], thread_begin_0: [0, 0, 0, 0] }, { threads: header });
  const rows = new Rows(run);
  assert.deepEqual([0, 1, 2].map((thread) => rows.threadBeside(thread, 1)), [2, -1, -1]);
  assert.deepEqual([0, 1, 2].map((thread) => rows.threadBeside(thread, -1)), [-1, -1, 0]);
});

test("a process is folded into one row, and unfolded", () => {
  const rows = few();
  rows.toggle(0);
  assert.deepEqual(shown(rows), [["make 7", [0, 1]], ["sh, cc 8", [2, 3]]]);
  assert.deepEqual(rows.list.map(({ folds, isFolded }) => [folds, isFolded]), [[true, true], [false, false]]);
  assert.deepEqual([0, 1, 2, 3].map((thread) => rows.rowOf(thread)), [0, 0, 1, 1]);
  rows.toggle(0);
  assert.deepEqual(shown(rows), shown(few()));
});

test("all processes are folded, and if all are, unfolded", () => {
  const rows = new Rows(runWith([[7, true], [7, false], [8, true], [8, false]], ["a 7", "b 8"]));
  rows.toggle(1);
  rows.toggleAll();
  assert.deepEqual(shown(rows), [["a 7", [0, 1]], ["b 8", [2, 3]]]);
  rows.toggleAll();
  assert.equal(rows.list.length, 6);
});

test("many rows are folded at first, those of one process are not", () => {
  const threads = d3.range(1024).map((i) => [1 + (i >> 6), i % 64 === 0]);
  const many = new Rows(runWith(threads, d3.range(16).map((i) => `rank ${i}`)));
  assert.deepEqual(many.list.map(({ name }) => name), d3.range(16).map((i) => `rank ${i}`));
  many.toggle(3);
  assert.equal(many.list.length, 16 + 64);
  assert.equal(many.list[many.rowOf(3 * 64 + 5)].name, `thread ${3 * 64 + 6}`);
  assert.equal(new Rows(runWith(d3.range(1024).map((i) => [0, i === 0]), ["app"])).list.length, 1024);
  // 2 heads and 62 threads are 64 rows
  assert.equal(new Rows(runWith(d3.range(62).map((i) => [1 + (i >> 5), i % 32 === 0]), ["a", "b"])).list.length, 64);
  assert.equal(new Rows(runWith(d3.range(63).map((i) => [1 + (i >> 5), i % 32 === 0]), ["a", "b"])).list.length, 2);
});

test("an empty run has no rows", () => {
  const rows = new Rows(runOf({}));
  assert.deepEqual([rows.list, rows.foldable], [[], []]);
});

test("what threads do together between two times", () => {
  const run = smallRun();
  const [schedule] = run.schedules;
  const walk = new LaneWalk(new Lanes(run, schedule), [0, 1], 12);
  // until 20 main works for 8 and the worker, from 15 on, for 5; until 30 they work for 10 and 5
  assert.deepEqual(walk.goTo(20), { work: 13, wait: 0, path: 8, slice: 1 });
  assert.deepEqual(walk.goTo(30), { work: 15, wait: 5, path: 10, slice: 2 });
  assert.deepEqual(walk.goTo(60), { work: 35, wait: 25, path: 30, slice: -1 });
  assert.deepEqual(walk.goTo(99), { work: 0, wait: 0, path: 0, slice: -1 });
});

test("how many threads there are at once", () => {
  const run = smallRun();
  assert.equal(mostAtOnce(run, run.schedules[0], [0, 1]), 2);
  assert.equal(mostAtOnce(run, run.schedules[0], [1]), 1);
  const schedule = { threadBegin: [0, 10, 20, 5], threadEnd: (_, thread) => [10, 20, 30, 25][thread] };
  assert.equal(mostAtOnce(null, schedule, [0, 1, 2]), 1, "one after the other");
  assert.equal(mostAtOnce(null, schedule, [0, 1, 2, 3]), 2);
});
