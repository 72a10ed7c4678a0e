// SPDX-License-Identifier: GPL-2.0-or-later
//
// Tests of the model behind the page of two runs.

import assert from "node:assert/strict";
import test from "node:test";
import "./d3.mjs";
import { changedPart, signed } from "../../ilmgen/emit/page/web/format.js";
import { Calls } from "../../ilmgen/emit/page/web/model/calls.js";
import { comparedReport, withChanges } from "../../ilmgen/emit/page/web/model/compared_tables.js";
import { Comparison, likeName } from "../../ilmgen/emit/page/web/model/comparison.js";
import { Difference, MergedCalls } from "../../ilmgen/emit/page/web/model/merged_calls.js";
import { workProfile } from "../../ilmgen/emit/page/web/model/profile.js";
import { SMALL_COLUMNS, SMALL_HEADER, runOf, smallRun } from "./small_run.mjs";

// Now slice 4, which is of pop, has 30 more of work, a call "twist" is new in push's place, and the
// mutex was made two lines further down.
const before = smallRun();
const now = smallRun(
  { work: [10, 20, 5, 10, 60], wait_0: [0, 0, 55, 5, 0] },
  {
    names: ["root", "main", "twist", "pop<int>(int)", "the queue", "a node"],
    labels: SMALL_HEADER.labels.map((label) => ({ ...label, object: label.object.replace("q.c:3", "q.c:5") })),
    schedules: [{ processors: 0, time: 90 }],
  },
);

function difference(one, two) {
  const calls = [one, two].map((run) => new Calls(run));
  const profiles = [one, two].map((run, i) => workProfile(run, calls[i], run.schedules[0], null));
  return new Difference(new MergedCalls(...calls), ...profiles);
}

function named(difference, name) {
  return difference.calls.names.indexOf(name);
}

test("names are alike that differ in lines and addresses", () => {
  assert.equal(likeName("f (a.c:12)"), likeName("f (a.c:15)"));
  assert.equal(likeName("mutex 0x1f0"), likeName("mutex 0xabc"));
  assert.notEqual(likeName("f(int) (a.c:12)"), likeName("f(long) (a.c:12)"));
  assert.equal(likeName("a::b"), "a::b");
});

test("calls of two runs are one tree, the larger of both is the width", () => {
  const merged = difference(before, now);
  assert.deepEqual([merged.before.all, merged.now.all], [75, 105]);
  const totals = (name) => [merged.before, merged.now, merged].map(({ total }) => total[named(merged, name)]);
  assert.deepEqual(totals("pop<int>(int)"), [40, 70, 70]);
  assert.deepEqual(totals("push"), [22.5, 0, 22.5]);
  assert.deepEqual(totals("twist"), [0, 22.5, 22.5]);
  // main has what it calls: push and twist beside each other.
  assert.deepEqual(totals("main"), [30, 30, 52.5]);
  assert.deepEqual(totals("not sampled"), [5, 5, 5]);
  assert.equal(merged.mostChanged, 30);
  assert.deepEqual(["pop<int>(int)", "push", "twist", "main"].map((name) => merged.shade(named(merged, name))), [1, -0.75, 0.75, 0]);
  for (let node = 1; node < merged.calls.size; node++) assert.ok(merged.calls.parents[node] < node);
});

test("what a node has is never more than what its caller has", () => {
  const { calls, total } = difference(before, now);
  for (let node = 0; node < calls.size; node++) {
    const within = [...calls.children(node)].reduce((sum, child) => sum + total[child], 0);
    assert.ok(within <= total[node] + 1e-9, calls.names[node]);
  }
});

test("functions by their change", () => {
  const changes = difference(before, now).functionChanges();
  assert.deepEqual(changes[0], { name: "pop<int>(int)", before: 40, now: 70 });
  assert.deepEqual(changes.slice(1, 3).map(({ name }) => name).sort(), ["push", "twist"]);
});

test("a run has no difference to itself", () => {
  const same = difference(before, smallRun());
  assert.equal(same.mostChanged, 0);
  assert.equal(same.shade(1), 0);
  assert.deepEqual([same.before.all, same.now.all, same.all], [75, 75, 75]);
  const empty = difference(runOf({}), runOf({}));
  assert.deepEqual([empty.all, empty.mostChanged, empty.functionChanges()], [0, 0, []]);
});

test("the same event of the other run, though its lock has another line", () => {
  const { matches } = new Comparison(before, now);
  for (let slice = 0; slice < 5; slice++) {
    assert.equal(matches.find("before", slice), slice);
    assert.equal(matches.find("now", slice), slice);
  }
  assert.equal(matches.find("now", -1), -1);
});

test("the n-th of several alike, and none where there is none", () => {
  const more = smallRun({ ...SMALL_COLUMNS, labels: [2, 2, 3, 4, 0] });
  const { matches } = new Comparison(before, more);
  // The only release of the run before is the first one of this run.
  assert.deepEqual([0, 1, 2].map((slice) => matches.find("now", slice)), [-1, 0, 2]);
  assert.equal(matches.find("before", 1), -1);
});

test("threads of other names belong together by their places", () => {
  const renamed = smallRun({}, { threads: [{ id: 1, name: "main", process: 0 }, { id: 2, name: "squeezer", process: 0 }] });
  assert.equal(new Comparison(before, renamed).matches.find("now", 4), 4);
  const turned = smallRun({}, { threads: [{ id: 1, name: "worker", process: 0 }, { id: 2, name: "other", process: 0 }] });
  // "worker" is the first thread now, which has no such event; "main" has no thread: "worker" has its place.
  assert.deepEqual([4, 0].map((slice) => new Comparison(before, turned).matches.find("now", slice)), [-1, -1]);
});

test("figures of both runs", () => {
  const figures = Object.fromEntries(new Comparison(before, now).figures().map(({ name, ...rest }) => [name, [rest.before, rest.now]]));
  assert.deepEqual(figures.time, [60, 90]);
  assert.deepEqual(figures.work, [75, 105]);
  assert.deepEqual(figures.parallelism, [75 / 60, 105 / 90]);
  assert.deepEqual(figures.waits, [30, 60]);
  assert.deepEqual(figures.heap, [160, 160]);
});

test("what has changed", () => {
  assert.equal(new Comparison(before, now).mainChange, "work");
  assert.equal(new Comparison(before, before).mainChange, "work");
  assert.equal(new Comparison(before, smallRun({ wait_0: [0, 0, 25, 9, 0] })).mainChange, "waits");
  assert.equal(new Comparison(before, smallRun({ heap_bytes_0: [100, 0, 90] })).mainChange, "heap");
});

test("small changes have a pale colour", () => {
  const little = difference(before, smallRun({ work: [10, 20, 5, 10, 31] }));
  assert.ok(Math.abs(little.shade(named(little, "pop<int>(int)")) - 1 / (0.05 * 76)) < 1e-9);
});

test("machines that both runs have", () => {
  const columns = {};
  for (const [name, column] of Object.entries(SMALL_COLUMNS)) if (name.endsWith("_0")) columns[name.replace("_0", "_1")] = column;
  const two = smallRun(columns, { schedules: [{ processors: 0, time: 60 }, { processors: 2, time: 60 }] });
  assert.deepEqual(new Comparison(before, two).machines, [{ processors: 0, before: 0, now: 0 }]);
  assert.deepEqual(new Comparison(two, two).machines.map(({ processors }) => processors), [0, 2]);
});

const WAITS = {
  name: "waits_by_object",
  about: "",
  left_out: 0,
  columns: ["waited_before", "waited", "taken_before", "taken", "held_before", "held", "object", "only"].map((key) => ({
    key,
    measure: ["object", "only"].includes(key) ? "text" : key.startsWith("taken") ? "count" : "work",
  })),
  rows: [
    [100, 110, 4, 4, 8, 9, "mutex m", ""],
    [0, 7, 2, 2, 1, 1, "mutex n", "now"],
  ],
};

test("a table has the change beside the first number, and one column of what never changes", () => {
  const { columns, rows } = withChanges(WAITS);
  assert.deepEqual(columns.map(({ key }) => key), ["waited_before", "waited_now", "change", "part", "taken", "held_before", "held_now", "object", "only"]);
  assert.deepEqual(columns.map(({ signed: isChange }) => isChange), [false, false, true, true, false, false, false, false, false]);
  assert.deepEqual(rows[0].map((value) => (typeof value === "number" ? Math.round(value * 1e6) / 1e6 : value)), [100, 110, 10, 0.1, 4, 8, 9, "mutex m", ""]);
  assert.equal(rows[1][3], null);
});

test("nothing says in which run things are if all are in both", () => {
  const { columns } = withChanges({ ...WAITS, rows: WAITS.rows.slice(0, 1) });
  assert.ok(!columns.some(({ key }) => key === "only"));
});

test("a report about two runs without tables, and with an empty one", () => {
  assert.deepEqual(comparedReport({ sections: [] }).sections, []);
  const { columns, rows } = withChanges({ ...WAITS, rows: [] });
  assert.deepEqual(rows, []);
  assert.ok(columns.length > 0);
});

test("changes in words", () => {
  const whole = (value) => String(value);
  assert.deepEqual([signed(5, whole), signed(-5, whole), signed(null, whole)], ["+5", "−5", ""]);
  assert.deepEqual([changedPart(10, 11), changedPart(10, 5), changedPart(0, 5), changedPart(5, 0), changedPart(5, 5)], ["+10 %", "−50 %", "new", "gone", "as before"]);
});
