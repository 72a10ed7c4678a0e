// SPDX-License-Identifier: GPL-2.0-or-later
//
// Rounds in which threads meet, and how those that are too narrow fold.

import assert from "node:assert/strict";
import test from "node:test";
import { Laps } from "../../ilmgen/emit/page/web/model/rounds.js";
import { Rows } from "../../ilmgen/emit/page/web/model/rows.js";
import { runOf } from "./small_run.mjs";

const laps = (ends, counts = ends.map(() => 1)) => new Laps("barrier", Float64Array.from(ends), counts);
/** As text: "1-4 from 0 to 40". */
const shown = (folds) => folds.map(({ from, to, first, last }) => `${first}-${last} from ${from} to ${to}`);

test("rounds narrower than that fold with their neighbours", () => {
  const of = laps([10, 20, 30, 40, 100, 110]);
  assert.deepEqual(shown(of.folds(0, 110, 15)), ["1-4 from 0 to 40", "5-5 from 40 to 100", "6-6 from 100 to 110"]);
  assert.deepEqual(shown(of.folds(0, 110, 1000)), ["1-6 from 0 to 110"]);
  assert.deepEqual(shown(of.folds(0, 110, 5)).length, 6);
});

test("only what is in view is told", () => {
  const of = laps([10, 20, 30, 40, 100, 110]);
  assert.deepEqual(shown(of.folds(25, 41, 5)), ["3-3 from 20 to 30", "4-4 from 30 to 40", "5-5 from 40 to 100"]);
  assert.deepEqual(shown(of.folds(200, 300, 5)), []);
  assert.deepEqual(shown(of.folds(25, 41, 15)), ["3-4 from 20 to 40", "5-5 from 40 to 100"]);
});

test("all folds together have each round once, whatever the width", () => {
  const ends = d3.range(1, 400).map((i) => i * 7 + (i % 13) * 3 + (i % 50 === 0 ? 3 : 0)).sort((a, b) => a - b);
  const of = laps(ends, ends.map((_, i) => 1 + (i % 3)));
  for (const least of [0, 1, 5, 10, 25, 100, 5000]) {
    let [end, last] = [0, 0];
    for (const fold of of.folds(0, Infinity, least)) {
      assert.deepEqual([fold.from, fold.first], [end, last + 1]);
      [end, last] = [fold.to, fold.last];
    }
    assert.deepEqual([end, last], [ends[ends.length - 1], of.count]);
  }
});

test("the first round is not in the average, because what comes before the rounds is in it", () => {
  const of = laps([1000, 1010, 1030]);
  assert.equal(of.mean({ from: 0, to: 1030, first: 1, last: 3 }), 15);
  assert.equal(of.mean({ from: 1010, to: 1030, first: 3, last: 3 }), 20);
  assert.equal(of.mean({ from: 0, to: 1000, first: 1, last: 1 }), 1000);
});

test("the longest round is one that is known by itself", () => {
  assert.deepEqual(laps([1000, 1010, 1030, 1035]).longest(), { from: 1010, to: 1030, first: 3, last: 3 });
  assert.deepEqual(laps([1000, 1010, 1030, 1035], [1, 1, 9, 1]).longest(), { from: 1000, to: 1010, first: 2, last: 2 });
  assert.equal(laps([1000]).longest(), null);
});

/** Thread 1 ends rounds with slices 0 and 2, thread 2 with slice 3. */
const run = () =>
  runOf(
    {
      thread_slices: [3, 1],
      work: [10, 20, 30, 35],
      thread_begin_0: [0, 0],
      round_sizes: [3],
      round_slices: [0, 2, 1],
      round_counts: [1, 4, 1],
    },
    { rounds: ["barrier b"], threads: [1, 2].map((id) => ({ name: `thread ${id}`, group: "", process: 0, begins_program: false })) },
  );

test("rounds are in the order in which they end on the machine", () => {
  const [of] = run().rounds.laps(run().schedules[0]);
  assert.deepEqual([...of.ends], [10, 35, 60]);
  assert.deepEqual([...of.rounds], [1, 2, 6]);
});

test("each meeting has a row above the threads", () => {
  const rows = new Rows(run());
  assert.deepEqual(rows.list.map(({ name }) => name), ["barrier b", "thread 1", "thread 2"]);
  assert.deepEqual([0, 1].map((thread) => rows.rowOf(thread)), [1, 2]);
});
