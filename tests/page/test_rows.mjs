// SPDX-License-Identifier: GPL-2.0-or-later
//
// Rows of a timeline: threads, and groups whose threads are folded.

import assert from "node:assert/strict";
import test from "node:test";
import { LaneWalk, mostAtOnce } from "../../ilmgen/emit/page/web/model/lane_walk.js";
import { Lanes } from "../../ilmgen/emit/page/web/model/lanes.js";
import { Rows } from "../../ilmgen/emit/page/web/model/rows.js";
import { runOf, smallRun } from "./small_run.mjs";

/** A run of threads: [pid, whether a program begins with it, its group] each. */
function runWith(threads, processes) {
  const zeros = threads.map(() => 0);
  const header = threads.map(([process, isFirst, group = ""], i) => {
    return { name: `thread ${i + 1}`, group, process, begins_program: isFirst };
  });
  return runOf({ thread_slices: zeros, thread_begin_0: zeros }, { threads: header, processes });
}

const FEW = [[7, true], [7, false], [8, true], [8, true]];
const few = () => new Rows(runWith(FEW, ["make 7", "sh, cc 8"]));
const shown = (rows) => rows.list.map(({ name, threads }) => [name, threads]);

test("a thread is a row, and programs that a process executes one after the other are one", () => {
  const rows = few();
  assert.deepEqual(shown(rows), [["make 7", []], ["thread 1", [0]], ["thread 2", [1]], ["sh, cc 8", [2, 3]]]);
  assert.deepEqual([0, 1, 2, 3].map((thread) => rows.rowOf(thread)), [1, 2, 3, 3]);
  assert.deepEqual(rows.list.map(({ process }) => process), [0, 0, 0, 1]);
  assert.deepEqual(rows.groups.map(({ name }) => name), ["make 7"], "a process with one row cannot be folded");
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
  const [make] = rows.groups;
  rows.toggle(make);
  assert.deepEqual(shown(rows), [["make 7", [0, 1]], ["sh, cc 8", [2, 3]]]);
  assert.deepEqual(rows.list.map(({ group, isFolded }) => [group, isFolded]), [[make, true], [null, false]]);
  assert.deepEqual([0, 1, 2, 3].map((thread) => rows.rowOf(thread)), [0, 0, 1, 1]);
  rows.toggle(make);
  assert.deepEqual(shown(rows), shown(few()));
});

test("all processes are folded, and if all are, unfolded", () => {
  const rows = new Rows(runWith([[7, true], [7, false], [8, true], [8, false]], ["a 7", "b 8"]));
  rows.toggle(rows.groups[1]);
  rows.toggleAll();
  assert.deepEqual(shown(rows), [["a 7", [0, 1]], ["b 8", [2, 3]]]);
  rows.toggleAll();
  assert.equal(rows.list.length, 6);
});

/** Thread 1 and so many of work() in each process, and a logger behind every second one of these. */
function pools(processes, workers) {
  const threads = d3.range(processes).flatMap((process) => {
    const pool = d3.range(workers).flatMap((i) => [[process, false, "work (pool.c)"], ...(i % 2 ? [[process, false, '"log"']] : [])]);
    return [[process, true, "main (pool.c)"], ...pool];
  });
  return new Rows(runWith(threads, d3.range(processes).map((i) => `pool ${i}`)));
}

test("threads of a process that do the same job are a group", () => {
  const rows = pools(1, 8);
  assert.deepEqual(rows.groups.map(({ name }) => name), ["8 × work (pool.c)"], "few loggers are no group");
  const names = [...rows.list].map(({ name, depth }) => `${depth} ${name}`);
  const workers = [2, 3, 5, 6, 8, 9, 11, 12].map((id) => `1 thread ${id}`);
  assert.deepEqual(names, ["0 thread 1", "0 8 × work (pool.c)", ...workers, ...[4, 7, 10, 13].map((id) => `0 thread ${id}`)]);
  rows.toggleAll();
  assert.deepEqual(shown(rows).slice(0, 3), [["thread 1", [0]], ["8 × work (pool.c)", [1, 2, 4, 5, 7, 8, 10, 11]], ["thread 4", [3]]]);
  assert.equal(pools(1, 7).groups.length, 0, "fewer threads are no group");
});

test("threads of which nothing is known are no group", () => {
  assert.equal(new Rows(runWith(d3.range(20).map((i) => [0, i === 0]), ["app"])).groups.length, 0);
});

test("many rows are folded at first: processes, and groups in them", () => {
  const many = pools(16, 64);
  assert.deepEqual(many.list.map(({ name }) => name), d3.range(16).map((i) => `pool ${i}`));
  many.toggle(many.groupsOf[3 * 97][0]);
  const unfolded = ["pool 3", `thread ${3 * 97 + 1}`, "64 × work (pool.c)", '32 × "log"', "pool 4"];
  assert.deepEqual(many.list.slice(3, 8).map(({ name }) => name), unfolded);
  const one = pools(1, 1024);
  assert.deepEqual(one.list.map(({ name }) => name), ["thread 1", "1,024 × work (pool.c)", '512 × "log"']);
  // a head and 63 threads are 64 rows
  const alike = (threads) => new Rows(runWith(d3.range(threads).map(() => [0, false, "work"]), ["a"])).list.length;
  assert.deepEqual([alike(63), alike(64)], [64, 1]);
});

test("a process is folded together with what is unfolded in it", () => {
  const rows = pools(2, 40);
  const [process, pool] = rows.groupsOf[1];
  rows.fold([process, pool], false);
  rows.toggle(process);
  rows.toggleAll();
  assert.equal(rows.list.length, 2 * (1 + 1 + 1 + 40 + 1 + 20));
});

test("which group a key folds or unfolds", () => {
  const rows = pools(2, 40);
  const worker = 1;
  const [process, pool] = rows.groupsOf[worker];
  assert.equal(rows.groupAround(worker), undefined, "all is folded");
  assert.equal(rows.nextGroup(worker), process);
  rows.toggle(process);
  assert.equal(rows.nextGroup(worker), pool);
  assert.equal(rows.groupAround(worker), process);
  rows.toggle(pool);
  assert.equal(rows.nextGroup(worker), pool, "it is folded again");
  assert.equal(rows.groupAround(worker), pool);
  assert.equal(rows.nextGroup(0), process, "thread 1 is in no group of its process");
});

test("an empty run has no rows", () => {
  const rows = new Rows(runOf({}));
  assert.deepEqual([rows.list, rows.groups], [[], []]);
});

test("what threads do together between two times", () => {
  const run = smallRun();
  const [schedule] = run.schedules;
  const walk = new LaneWalk(new Lanes(run, schedule), [0, 1], 12);
  // until 20 main works for 8 and the worker, from 15 on, for 5, after 3 of a wait for a processor; until 30 they work for 10 and 5
  assert.deepEqual(walk.goTo(20), { work: 13, wait: 0, ready: 3, path: 8, slice: 1 });
  assert.deepEqual(walk.goTo(30), { work: 15, wait: 5, ready: 0, path: 10, slice: 2 });
  assert.deepEqual(walk.goTo(60), { work: 35, wait: 25, ready: 0, path: 30, slice: -1 });
  assert.deepEqual(walk.goTo(99), { work: 0, wait: 0, ready: 0, path: 0, slice: -1 });
});

test("how many threads there are at once", () => {
  const run = smallRun();
  assert.equal(mostAtOnce(run, run.schedules[0], [0, 1]), 2);
  assert.equal(mostAtOnce(run, run.schedules[0], [1]), 1);
  const schedule = { threadBegin: [0, 10, 20, 5], threadEnd: (_, thread) => [10, 20, 30, 25][thread] };
  assert.equal(mostAtOnce(null, schedule, [0, 1, 2]), 1, "one after the other");
  assert.equal(mostAtOnce(null, schedule, [0, 1, 2, 3]), 2);
});
