// SPDX-License-Identifier: GPL-2.0-or-later
//
// An interactive flame graph. The outermost call is on top, each call is under its caller, and its
// width is its share.

import { FUNCTION_TEXT, functionColour } from "../colours.js";
import { withEvent } from "../d3_events.js";
import { percent } from "../format.js";
import { FLAME_ROW, FlameCanvas } from "./flame_canvas.js";
import { NARROW_CALLS, flameBoxAt, flameRows } from "./flame_layout.js";
import { FlamePath } from "./flame_path.js";
import { FlameTip } from "./flame_tip.js";

export class FlameGraph {
  constructor(element) {
    this.profile = null;
    this.rows = [];
    this.matches = null;
    /**
     * Three nodes: the widest one (zoomed to), the one with the keyboard focus, the one under the
     * mouse.
     */
    this.root = 0;
    this.focus = 0;
    this.hovered = -1;
    /** Earlier roots, which zooming in has left. */
    this.left = [];
    this.path = new FlamePath(element.append("nav"), (node) => this.goTo(node));
    this.element = element.append("div").attr("class", "flame");
    this.canvas = new FlameCanvas(this.element, () => this);
    this.canvas.node.attr("role", "application").attr("aria-roledescription", "flame graph");
    this.tip = new FlameTip(element);
    this.told = element.append("p").attr("class", "unseen").attr("aria-live", "polite");
    this.listen();
  }

  /**
   * `label`: what the graph shows. `format(value)`: returns a value as text. If profile.all is 0,
   * there is nothing to show.
   */
  show(profile, label, format) {
    this.profile = profile;
    this.format = format;
    this.element.attr("hidden", profile.all > 0 ? null : true);
    this.canvas.node.attr("aria-label", label);
    while (profile.total[this.root] === 0 && this.root !== 0) this.root = profile.calls.parents[this.root];
    if (!profile.total[this.focus] || !profile.calls.isWithin(this.focus, this.root)) this.focus = this.root;
    this.tip.hide();
    this.layOut();
  }

  /** Marks nodes. `matches`: by node, or null. */
  mark(matches) {
    this.matches = matches;
    this.canvas.redraw();
  }

  layOut() {
    if (this.profile === null) return;
    this.width = this.canvas.width;
    this.rows = flameRows(this.profile, this.root, this.width);
    this.path.show(this.profile.calls, this.root);
    this.canvas.redraw();
  }

  zoom(node) {
    const { calls } = this.profile;
    if (node === this.root) return;
    this.left = this.left.filter((root) => root !== node && calls.isWithin(node, root));
    if (calls.isWithin(node, this.root)) this.left.push(this.root);
    this.root = node;
    this.focus = node;
    this.tip.hide();
    this.layOut();
    this.tellFocus();
  }

  /**
   * Zooms after a click on a button. The button disappears, so the graph gets the keyboard focus.
   */
  goTo(node) {
    this.zoom(node);
    this.canvas.node.node().focus({ preventScroll: true });
  }

  zoomOut() {
    if (this.root !== 0) this.zoom(this.left.pop() ?? 0);
  }

  listen() {
    this.canvas.node
      .on("mousemove", withEvent((event) => this.hoverAt(event)))
      .on("mouseleave", () => this.hover(undefined))
      .on("click", withEvent((event) => {
        const box = this.boxUnder(event);
        if (box) this.zoom(box.node === NARROW_CALLS ? box.caller : box.node);
      }))
      .on("keydown", withEvent((event) => {
        if (this.key(event.key)) event.preventDefault();
      }))
      .on("focus", () => this.tellFocus())
      .on("blur", () => this.canvas.redraw());
    this.element.on("scroll.tip", () => this.tip.hide());
    new ResizeObserver(() => this.canvas.width !== this.width && this.layOut()).observe(this.element.node());
  }

  /** The colours of a box and of its text. `colours`: those of the theme. */
  coloursOf(node, colours) {
    const { calls } = this.profile;
    if (node !== NARROW_CALLS && calls.isEvent(node)) return [colours("waited"), FUNCTION_TEXT];
    if (node > 0 && node !== calls.unsampled) return [functionColour(calls.names[node]), FUNCTION_TEXT];
    return [colours("line"), colours("text")];
  }

  /** The text in a box. */
  nameIn({ node }) {
    return this.profile.calls.names[node];
  }

  boxUnder(event) {
    const [x, y] = this.canvas.place(event);
    return flameBoxAt(this.rows[Math.floor(y / FLAME_ROW)], x);
  }

  hoverAt(event) {
    const box = this.boxUnder(event);
    this.hover(box);
    if (box) this.tip.show(this.facts(box), event.clientX, event.clientY);
  }

  hover(box) {
    if (!box) this.tip.hide();
    const node = box?.node ?? NARROW_CALLS;
    if (node === this.hovered) return;
    this.hovered = node;
    this.canvas.redraw();
  }

  /** Texts about a box, the name first. */
  facts({ node, caller, value }) {
    const { profile, format } = this;
    const { names, parents } = profile.calls;
    const above = node === NARROW_CALLS ? caller : parents[node];
    const shares = [`${percent(value / profile.all)} of all`];
    if (node !== 0 && above !== 0) shares.push(`${percent(value / profile.total[above])} of its caller`);
    const name = node === NARROW_CALLS ? "several narrow calls" : names[node];
    const facts = [name, `${format(value)}: ${shares.join(", ")}`];
    if (node > 0 && profile.self[node] !== value) facts.push(`itself ${format(profile.self[node])}`);
    return facts;
  }

  /** Handles a key. Returns whether the graph knows the key. */
  key(key) {
    const neighbours = { ArrowRight: 1, ArrowLeft: -1 };
    if (key === "ArrowDown") this.moveTo(this.firstCall());
    else if (key === "ArrowUp") this.moveTo(this.boxOf(this.profile.calls.parents[this.focus]));
    else if (key in neighbours) this.moveTo(this.neighbour(neighbours[key]));
    else if (key === "Enter" || key === " ") this.zoom(this.focus);
    else if (key === "Escape" || key === "Backspace") this.zoomOut();
    else if (key === "Home") this.zoom(0);
    else return false;
    return true;
  }

  /** The box of a node; undefined if it is not drawn. */
  boxOf(node) {
    for (const row of this.rows) {
      const box = row.find((that) => that.node === node);
      if (box) return box;
    }
    return undefined;
  }

  firstCall() {
    const box = this.boxOf(this.focus);
    return box && this.rows[box.row + 1]?.find((that) => that.caller === this.focus);
  }

  neighbour(step) {
    const box = this.boxOf(this.focus);
    const row = this.rows[box?.row] ?? [];
    return row[row.indexOf(box) + step];
  }

  moveTo(box) {
    if (!box || box.node === NARROW_CALLS) return;
    this.focus = box.node;
    this.canvas.showRow(box.row);
    this.tellFocus();
  }

  tellFocus() {
    this.canvas.redraw();
    const box = this.boxOf(this.focus);
    if (box) this.told.text(this.facts(box).join(". "));
  }
}
