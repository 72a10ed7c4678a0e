// SPDX-License-Identifier: GPL-2.0-or-later
//
// A plan of the small run, on two processors.
//
//   time          0    10   20    30    40   45   50
//   processor 1   | bar 0 | bar 1 |     | bar 2 |           bar 2 stands for two steps
//   processor 2           | bar 3 | bar 4             |
//
// A bar is described by the slice of the same number.

import assert from "node:assert/strict";
import test from "node:test";
import { smallRun } from "./small_run.mjs";

const COLUMNS = {
  plan_bars: [3, 2],
  plan_gaps: [0, 0, 10, 10, 0],
  plan_work: [10, 20, 5, 10, 30],
  plan_steps: [1, 1, 2, 1, 1],
  plan_balances: [100, 0, -40, 60, 0],
  plan_highest: [100, 20, 5, 60, 8],
  plan_slices: [0, 1, 1, 1, 1],
  plan_ids: [1, 1, 1, -1, -2],
  plan_nths: [1, 2, 3, 1, 2],
  plan_labels: [1, 2, 3, 4, 0],
  plan_times: [0, 10, 20, 0, 5],
  plan_bytes: [100, 180, 160, 150, -20],
};

const LIMITS = { processors: 2, memory: 200, least_memory: 160, makespan: 50, peak: 180 };
const CURVE = {
  processors: 2,
  least_memory: 160,
  least_memory_is_exact: true,
  bounds: {},
  points: [
    { memory: 160, makespan: 80, bound: 60, makespan_is_exact: false },
    { memory: 200, makespan: 40, bound: 40, makespan_is_exact: true },
  ],
};

const planning = {
  sentences: ["2 processors need 200 B."],
  curve: CURVE,
  plan: LIMITS,
  steps: 6,
  joined_within: 7,
  paths: ["[]", "[1]"],
};
const run = smallRun(COLUMNS, { planning });
const { lanes, booked } = run.planning;
const [schedule] = lanes.schedules;

test("bars of a processor follow each other, after their gaps", () => {
  assert.deepEqual([...schedule.begin], [0, 10, 40, 10, 20]);
  assert.deepEqual([...schedule.end], [10, 30, 45, 20, 50]);
  assert.deepEqual([0, 1].map((processor) => schedule.threadEnd(lanes, processor)), [45, 50]);
  assert.equal(schedule.time, 50);
  assert.deepEqual(lanes.threads.map(({ name }) => name), ["processor 1", "processor 2"]);
  assert.deepEqual([0, 2, 3, 4].map((bar) => lanes.threadOf(bar)), [0, 0, 1, 1]);
});

test("what bars are", () => {
  assert.deepEqual([...lanes.slice], [0, 1, 2, 3, 4]);
  assert.deepEqual([...lanes.ids], [1, 2, 3, 2, 0]);
  assert.equal(lanes.threadName(3), "worker");
  assert.equal(lanes.eventName(3), "has mutex m (q.c:3)");
  assert.equal(lanes.eventName(4), "the end of its thread");
  assert.equal(lanes.barName(0), "main: push");
  assert.equal(lanes.barName(2), "main: has joined thread 2", "of no samples: the event");
});

test("a thread's bars, wherever they are", () => {
  assert.deepEqual([0, 1, 2].map((bar) => lanes.next(bar, 1)), [1, 2, 2]);
  assert.deepEqual([4, 3].map((bar) => lanes.next(bar, -1)), [3, 3]);
  assert.equal(lanes.next(-1, 1), 0);
});

test("the bar of a slice", () => {
  assert.deepEqual([0, 3, 4].map((slice) => lanes.barOf(slice)), [0, 3, 4]);
  const joined = smallRun({ ...COLUMNS, plan_slices: [0, 0, 2, 2, 0] }, { planning });
  assert.equal(joined.planning.lanes.barOf(0), 0, "the first of several");
  assert.equal(joined.planning.lanes.barOf(1), -1, "none is described by it");
});

test("what is booked", () => {
  assert.deepEqual([0, 9, 10, 29, 30, 34, 35, 99].map((time) => booked.at(time)), [100, 100, 180, 180, 150, 150, -20, -20]);
  assert.deepEqual([booked.highest, booked.lowest], [180, -20]);
  assert.deepEqual(booked.within(5, 32), [[5, 100], [10, 180], [30, 160], [30, 150], [32, 150]]);
});

test("how much longer than with enough memory", () => {
  assert.deepEqual([80, 40, 60].map((makespan) => run.planning.timesAsLong(makespan)), [2, 1, 1.5]);
});

test("a curve without a plan, and neither", () => {
  const curveAlone = smallRun({}, { planning: { sentences: [], curve: CURVE } });
  assert.deepEqual([curveAlone.planning.plan, curveAlone.planning.lanes, curveAlone.planning.booked], [null, null, null]);
  assert.equal(smallRun().planning, null);
  assert.equal(run.planning.needsMemory, true);
  const nothing = { ...CURVE, points: [{ memory: 0, makespan: 0, bound: 0, makespan_is_exact: true }] };
  const free = smallRun({}, { planning: { sentences: [], curve: nothing } }).planning;
  assert.deepEqual([free.needsMemory, free.timesAsLong(0)], [false, 1]);
});
