// SPDX-License-Identifier: GPL-2.0-or-later
//
// A canvas that is as wide as its parent element, sharp, and drawn at most once a frame.

import { onTheme, themeColours } from "../colours.js";

export class Canvas {
  /**
   * `draw(context, width, height, colours)` draws in pixels of the page. `height()`: the height of
   * the canvas.
   */
  constructor(parent, label, height, draw) {
    this.parent = parent;
    this.node = d3
      .select(parent)
      .append("canvas")
      .attr("tabindex", 0)
      .attr("role", "img")
      .attr("aria-label", label)
      .node();
    this.height = height;
    this.draw = draw;
    this.width = 0;
    this.frame = 0;
    new ResizeObserver(() => this.redraw()).observe(parent);
    onTheme((colours) => this.drawNow(colours));
    this.resize();
  }

  redraw() {
    if (this.frame === 0) this.frame = requestAnimationFrame(() => this.drawNow(themeColours()));
  }

  drawNow(colours) {
    this.frame = 0;
    this.resize();
    const context = this.node.getContext("2d");
    const { devicePixelRatio: ratio } = window;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, this.width, this.height());
    this.draw(context, this.width, this.height(), colours);
  }

  resize() {
    const { devicePixelRatio: ratio } = window;
    const [width, height] = [this.parent.clientWidth, this.height()];
    const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
    this.width = width;
    if (this.node.width === wide && this.node.height === high) return;
    this.node.width = wide;
    this.node.height = high;
    this.node.style.width = `${width}px`;
    this.node.style.height = `${height}px`;
  }
}

/** The text, cut with an ellipsis if it is wider than `width` pixels. */
export function fittingText(context, text, width) {
  if (context.measureText(text).width <= width) return text;
  let [fits, fails] = [0, text.length];
  while (fails - fits > 1) {
    const middle = (fits + fails) >> 1;
    if (context.measureText(`${text.slice(0, middle)}…`).width <= width) fits = middle;
    else fails = middle;
  }
  return fits > 0 ? `${text.slice(0, fits)}…` : "";
}
