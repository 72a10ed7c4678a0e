// SPDX-License-Identifier: GPL-2.0-or-later
//
// The picture of a flame graph. Only the rows that are scrolled to are drawn.

import { pointer } from "../d3_events.js";
import { plainName } from "../format.js";
import { Canvas, fittingText } from "./canvas.js";
import { NARROW_CALLS } from "./flame_layout.js";

export const FLAME_ROW = 20;
const FLAME_FONT = '12px system-ui, "Liberation Sans", "DejaVu Sans", sans-serif';
const FLAME_PADDING = 4;
/** The width, in pixels, below which boxes have no name. */
const NARROWEST_NAMED = 24;

export class FlameCanvas {
  /** `element`: the element that scrolls. `state()`: the FlameGraph to draw. */
  constructor(element, state) {
    this.element = element;
    this.state = state;
    this.space = element.append("div").attr("class", "flame-space");
    this.canvas = new Canvas(
      this.space.node(),
      "Flame graph",
      () => Math.min(state().rows.length * FLAME_ROW, element.node().clientHeight),
      (context, width, height, colours) => this.draw(context, height, colours)
    );
    this.node = d3.select(this.canvas.node);
    element.on("scroll", () => this.canvas.redraw());
  }

  get width() {
    return this.space.node().clientWidth;
  }

  /** [x, y] of a mouse's event, in the rows. */
  place(event) {
    const [x, y] = pointer(event, this.canvas.node);
    return [x, y + this.element.node().scrollTop];
  }

  showRow(row) {
    const node = this.element.node();
    const top = row * FLAME_ROW;
    if (top < node.scrollTop) node.scrollTop = top;
    else if (top + FLAME_ROW > node.scrollTop + node.clientHeight) {
      node.scrollTop = top + FLAME_ROW - node.clientHeight;
    }
  }

  /** Draws again, with the next frame of the screen. */
  redraw() {
    this.space.style("height", `${this.state().rows.length * FLAME_ROW}px`);
    this.canvas.redraw();
  }

  draw(context, height, colours) {
    Object.assign(this, { context, colours });
    const { rows } = this.state();
    const { scrollTop } = this.element.node();
    context.translate(0, -scrollTop);
    context.font = FLAME_FONT;
    context.textBaseline = "middle";
    const end = Math.min(rows.length, Math.ceil((scrollTop + height) / FLAME_ROW));
    for (let row = Math.floor(scrollTop / FLAME_ROW); row < end; row++) this.drawRow(rows[row]);
  }

  drawRow(row) {
    const { matches, hovered } = this.state();
    const focus = document.activeElement === this.canvas.node ? this.state().focus : NARROW_CALLS;
    for (const box of row) {
      this.drawBox(box, matches !== null && !matches[box.node]);
      if (matches?.[box.node]) this.frame(box, this.colours("selected"), 1);
    }
    for (const box of row) {
      if (box.node === NARROW_CALLS) continue;
      if (box.node === hovered) this.frame(box, this.colours("text"), 1);
      if (box.node === focus) this.frame(box, this.colours("selected"), 2);
    }
  }

  drawBox(box, fades) {
    const { context } = this;
    const [colour, text] = this.state().coloursOf(box.node, this.colours);
    context.globalAlpha = fades ? 0.35 : 1;
    context.fillStyle = colour;
    const gap = box.width > 3 ? 1 : 0;
    context.fillRect(box.x, box.row * FLAME_ROW, box.width - gap, FLAME_ROW - 1);
    context.globalAlpha = 1;
    if (box.node !== NARROW_CALLS && box.width >= NARROWEST_NAMED) {
      this.drawName(this.state().nameIn(box), box, fades ? this.colours("text") : text);
    }
  }

  drawName(name, box, colour) {
    const { context } = this;
    box.text = box.text ?? fittingText(context, plainName(name), box.width - 2 * FLAME_PADDING);
    context.fillStyle = colour;
    context.fillText(box.text, box.x + FLAME_PADDING, (box.row + 0.5) * FLAME_ROW);
  }

  frame(box, colour, width) {
    const { context } = this;
    context.strokeStyle = colour;
    context.lineWidth = width;
    const top = box.row * FLAME_ROW + width / 2;
    const inside = Math.max(box.width - 1 - width, 0.5);
    context.strokeRect(box.x + width / 2, top, inside, FLAME_ROW - 1 - width);
  }
}
