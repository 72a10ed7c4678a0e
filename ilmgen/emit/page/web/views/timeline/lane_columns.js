// SPDX-License-Identifier: GPL-2.0-or-later
//
// Columns of lanes whose slices are narrower than pixels. With many threads, a frame has a hundred
// thousand such columns. Drawing so many rectangles takes too long, so their pixels are set
// instead.

/** The distance between the slanted lines of waits, in pixels. */
const HATCHING = 6;

export class LaneColumns {
  /** `top` and `bottom`: the part in view, in pixels. */
  constructor(context, width, top, bottom) {
    Object.assign(this, { context, width, top: Math.floor(top), height: Math.ceil(bottom) - Math.floor(top) });
    this.codes = new Map();
    this.pixels = null;
  }

  /** The code of a pixel with this colour, in the form of ImageData. */
  codeOf(colour) {
    let code = this.codes.get(colour);
    if (code === undefined) {
      const { r, g, b } = d3.rgb(colour);
      code = new Uint32Array(new Uint8ClampedArray([r, g, b, 255]).buffer)[0];
      this.codes.set(colour, code);
    }
    return code;
  }

  /** Fills a column of pixels between two heights. */
  fill(column, top, bottom, colour) {
    const code = this.codeOf(colour);
    const pixels = this.allPixels();
    for (let row = this.rowOf(top); row < this.rowOf(bottom); row++) pixels[row * this.width + column] = code;
  }

  /** Fills a column with slanted lines. */
  hatch(column, top, bottom, colour) {
    const code = this.codeOf(colour);
    const pixels = this.allPixels();
    for (let row = this.rowOf(top); row < this.rowOf(bottom); row++) {
      if ((column + row) % HATCHING < HATCHING / 2) pixels[row * this.width + column] = code;
    }
  }

  rowOf(height) {
    return Math.max(0, Math.min(Math.round(height) - this.top, this.height));
  }

  allPixels() {
    if (this.pixels === null) {
      this.image = new ImageData(this.width, this.height);
      this.pixels = new Uint32Array(this.image.data.buffer);
    }
    return this.pixels;
  }

  /** Draws the pixels over the content of the context. */
  draw() {
    if (this.pixels === null) return;
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [this.width, this.height];
    canvas.getContext("2d").putImageData(this.image, 0, 0);
    this.context.imageSmoothingEnabled = false;
    this.context.drawImage(canvas, 0, this.top);
    this.pixels = null;
  }
}
