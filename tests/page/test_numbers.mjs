// SPDX-License-Identifier: GPL-2.0-or-later

import assert from "node:assert/strict";
import test from "node:test";
import "./d3.mjs";
import { bytes, cell, costs, costsBeside, percent, plainName, rounded } from "../../ilmgen/emit/page/web/format.js";

test("three digits and a prefix", () => {
  const texts = { 0: "0", 7: "7", 999: "999", 1000: "1.00 k", 57_345_678: "57.3 M", 1e15: "1.00 P" };
  for (const [number, text] of Object.entries(texts)) assert.equal(rounded(Number(number)), text);
  assert.equal(rounded(0.5), "0.5");
  assert.equal(rounded(999_999), "1.00 M");
  assert.equal(rounded(Number.MAX_SAFE_INTEGER), "9.01 P");
});

test("bytes, costs, shares", () => {
  assert.deepEqual([0, 60, 999, 1000, 57_300_000].map(bytes), ["0 B", "60 B", "999 B", "1.00 kB", "57.3 MB"]);
  assert.equal(costs(1500, "us"), "1.50 ms");
  assert.equal(costs(1_234_000_000, "instructions"), "1.23 G instructions");
  assert.deepEqual([0, 1500, 2e9].map((number) => costsBeside(number, "ns")), ["0", "1.50 us", "2.00 s"]);
  assert.equal(costsBeside(1500, "instructions"), "1.50 k");
  assert.deepEqual([0, 0.1234, 1].map(percent), ["0 %", "12 %", "100 %"]);
});

test("a cell is formatted by its column's measure", () => {
  assert.equal(cell(57_300_000, "bytes"), "57.3 MB");
  assert.equal(cell(57_300_000, "work"), "57.3 M");
  assert.equal(cell(0.5, "share"), "50.0 %");
  assert.equal(cell(3.14159, "ratio"), "3.14");
  assert.equal(cell(1234, "ratio"), "1,234");
  assert.equal(cell(1234567, "count"), "1,234,567");
  assert.equal(cell("12", "text"), "12");
  assert.equal(cell(12, "text"), "12");
});

test("a name cannot move other letters", () => {
  assert.equal(plainName("a\u202eb\u200fc\nd\u2028e"), "abcde");
  assert.equal(plainName("été ☃"), "été ☃");
  assert.equal(plainName("abcdef", 6), "abcdef");
  assert.equal(plainName("abcdefg", 6), "abcdef…");
  assert.equal(plainName("", 0), "");
});
