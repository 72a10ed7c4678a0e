// SPDX-License-Identifier: GPL-2.0-or-later

import assert from "node:assert/strict";
import test from "node:test";
import { gzipSync } from "node:zlib";
import { Packed, starts, summed } from "../../ilmgen/emit/page/web/model/packed.js";

/** A page's bytes; `columns`: {name: {bytes, count, signed}}. */
function packedBytes(columns) {
  const data = [];
  const places = Object.entries(columns).map(([name, { bytes, count, signed = false }]) => {
    const offset = data.length;
    data.push(...bytes);
    return { name, offset, size: bytes.length, count, signed };
  });
  const header = new TextEncoder().encode(JSON.stringify({ command: "été", columns: places }));
  const size = new Uint8Array(new Uint32Array([header.length]).buffer);
  return Uint8Array.from([...size, ...header, ...data]);
}

const COLUMNS = {
  none: { bytes: [], count: 0 },
  small: { bytes: [0, 1, 127], count: 3 },
  long: { bytes: [0x80, 0x01, 0xe5, 0x8e, 0x26], count: 2 }, // 624485 is the example of DWARF
  huge: { bytes: [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x0f], count: 1 },
  signed: { bytes: [0, 1, 2, 3, 0x80, 0x02, 0xff, 0x01], count: 6, signed: true },
};

test("numbers of a column, of any length", () => {
  const packed = new Packed(packedBytes(COLUMNS));
  assert.deepEqual([...packed.column("none")], []);
  assert.deepEqual([...packed.column("small")], [0, 1, 127]);
  assert.deepEqual([...packed.column("long", Uint32Array)], [128, 624485]);
  assert.deepEqual([...packed.column("huge")], [Number.MAX_SAFE_INTEGER]);
  assert.deepEqual([...packed.column("signed", Int32Array)], [0, -1, 1, -2, 128, -128]);
  assert.ok(packed.column("small", Uint8Array) instanceof Uint8Array);
});

test("a page's text is base64 of a gzip stream", async () => {
  const packed = await Packed.from(gzipSync(packedBytes(COLUMNS)).toString("base64"));
  assert.equal(packed.header.command, "été");
  assert.deepEqual([...packed.column("small")], [0, 1, 127]);
});

test("bytes that lie anywhere in a buffer", () => {
  const bytes = packedBytes(COLUMNS);
  const behind = new Uint8Array(bytes.length + 5);
  behind.set(bytes, 5);
  assert.deepEqual([...new Packed(behind.subarray(5)).column("small")], [0, 1, 127]);
});

test("sums of sizes and of differences", () => {
  assert.deepEqual([...starts([])], [0]);
  assert.deepEqual([...starts([2, 0, 3])], [0, 2, 2, 5]);
  assert.deepEqual([...summed([])], []);
  assert.deepEqual([...summed([5, -2, 2 ** 52])], [5, 3, 2 ** 52 + 3]);
});
