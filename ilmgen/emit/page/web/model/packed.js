// SPDX-License-Identifier: GPL-2.0-or-later
//
// The run that the page carries: a header in JSON and columns of numbers, as
// ilmgen/emit/page/parts/packed.h writes them.

/** Unpacks base64 text of a gzip stream.  Returns its bytes. */
async function unzipped(text) {
  const letters = atob(text);
  const zipped = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i++) zipped[i] = letters.charCodeAt(i);
  const stream = new Blob([zipped]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * Reads whole numbers, seven bits in a byte, the lowest first, as in DWARF (LEB128). Numbers with a
 * sign are stored as their position in the list 0, -1, 1, -2, 2, ...
 */
function readNumbers(bytes, signed, numbers) {
  let i = 0;
  let number = 0;
  let unit = 1;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    number += (byte & 127) * unit;
    unit *= 128;
    if (byte < 128) {
      numbers[i++] = !signed ? number : number % 2 === 0 ? number / 2 : -(number + 1) / 2;
      number = 0;
      unit = 1;
    }
  }
  return numbers;
}

export class Packed {
  /** `text`: base64 of the gzip stream. */
  static async from(text) {
    return new Packed(await unzipped(text));
  }

  constructor(bytes) {
    const headerSize = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
    const header = new TextDecoder().decode(bytes.subarray(4, 4 + headerSize));
    this.header = JSON.parse(header);
    this.bytes = bytes.subarray(4 + headerSize);
    this.places = new Map(this.header.columns.map((column) => [column.name, column]));
  }

  has(name) {
    return this.places.has(name);
  }

  /** A column's numbers, as `Numbers` holds them: Float64Array, Uint32Array ... */
  column(name, Numbers = Float64Array) {
    const { offset, size, count, signed } = this.places.get(name);
    return readNumbers(this.bytes.subarray(offset, offset + size), signed, new Numbers(count));
  }
}

/**
 * The sums of the sizes before each place, and of all sizes: n + 1 numbers, of which the first is
 * 0.
 */
export function starts(sizes) {
  const sums = new Uint32Array(sizes.length + 1);
  sizes.forEach((size, i) => {
    sums[i + 1] = sums[i] + size;
  });
  return sums;
}

/** The numbers whose differences to the number before are given. */
export function summed(differences) {
  const sums = new Float64Array(differences.length);
  let sum = 0;
  differences.forEach((difference, i) => {
    sum += difference;
    sums[i] = sum;
  });
  return sums;
}
