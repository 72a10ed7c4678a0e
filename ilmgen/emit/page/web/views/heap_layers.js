// SPDX-License-Identifier: GPL-2.0-or-later
//
// The outlines of the heap's layers. A level stays the same until the next change, and jumps there.

import { plainName } from "../format.js";

/** The room, in pixels, that a layer's name needs. */
const LAYER_NAME = { letters: 28, letter: 6.4, height: 15, tries: 24 };

/** Rounds to a tenth of a pixel, which is exact enough for a line, and short as text. */
function tenth(pixels) {
  return Math.round(pixels * 10) / 10;
}

/**
 * The visible part of the layers, in pixels. From lefts[i] on, layer l reaches from lines[l][i] up
 * to lines[l + 1][i]. Behind `end`, the end of the run, nothing is known.
 */
export class LayerOutlines {
  constructor(levels, x, y, end) {
    const { times } = levels;
    const [from, to] = x.domain();
    const first = d3.bisectRight(times, from);
    const last = Math.max(first, d3.bisectLeft(times, Math.min(to, end)));
    // Moment -1: before the first change.
    const moments = [first - 1, ...d3.range(first, last)];
    this.lefts = moments.map((moment, i) => tenth(x(i === 0 ? from : times[moment])));
    this.right = tenth(x(Math.max(from, Math.min(to, end))));
    const ground = moments.map(() => tenth(y(0)));
    this.lines = [ground, ...levels.tops.map((top) => moments.map((moment) => tenth(y(top[moment] ?? 0))))];
  }

  /** The outline of a layer, as a path of SVG. */
  path(layer) {
    const { lefts, right } = this;
    const [below, above] = [this.lines[layer], this.lines[layer + 1]];
    const parts = [`M${lefts[0]} ${above[0]}`];
    for (let i = 1; i < lefts.length; i++) {
      if (above[i] !== above[i - 1]) parts.push(`H${lefts[i]}V${above[i]}`);
    }
    parts.push(`H${right}V${below[lefts.length - 1]}`);
    for (let i = lefts.length - 1; i > 0; i--) {
      if (below[i] !== below[i - 1]) parts.push(`H${lefts[i]}V${below[i - 1]}`);
    }
    return `${parts.join("")}H${lefts[0]}Z`;
  }

  /**
   * The part of the layer that is inside it all the way between two pixels: {y, height}, where y is
   * its middle.
   */
  room(layer, left, right) {
    const { lefts, lines } = this;
    if (right > this.right) return { y: 0, height: 0 };
    let [top, bottom] = [-Infinity, Infinity];
    for (let i = Math.max(d3.bisectRight(lefts, left) - 1, 0); i < lefts.length && lefts[i] < right; i++) {
      top = Math.max(top, lines[layer + 1][i]);
      bottom = Math.min(bottom, lines[layer][i]);
    }
    return { y: (top + bottom) / 2, height: bottom - top };
  }
}

/**
 * The place where a name has most room in its layer, between two pixels: {text, x, y}. null: there
 * is too little room.
 */
export function layerPlace(outlines, layer, name, [left, right]) {
  const text = plainName(name, LAYER_NAME.letters);
  const width = text.length * LAYER_NAME.letter + 8;
  if (width > right - left) return null;
  let best = { height: LAYER_NAME.height };
  for (let i = 0; i <= LAYER_NAME.tries; i++) {
    const x = left + ((right - left - width) * i) / LAYER_NAME.tries;
    const { y, height } = outlines.room(layer, x, x + width);
    if (height > best.height) best = { text, x: x + 4, y, height };
  }
  return best.text === undefined ? null : best;
}
