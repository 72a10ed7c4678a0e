// SPDX-License-Identifier: GPL-2.0-or-later
//
// A matrix with a cell for each pair of ranks: how much the first sends to the second, and how long
// one of them waits for the other.

import { pointer, withEvent } from "../d3_events.js";
import { bytes, costs, rounded } from "../format.js";
import { Canvas, fittingText } from "./canvas.js";
import { FlameTip } from "./flame_tip.js";

const MEASURES = [
  { what: "bytes", title: "Bytes", colour: "work", text: bytes },
  { what: "messages", title: "Messages", colour: "heap", text: rounded },
  { what: "moved", title: "One-sided bytes", colour: "work", text: bytes },
  { what: "waited", title: "Waits for late senders", colour: "waited", text: rounded },
  { what: "lay", title: "Messages lie, receiver late", colour: "lay", text: rounded },
];
const FONT = "12px system-ui, 'Liberation Sans', 'DejaVu Sans', sans-serif";
const MATRIX_MARGIN = { left: 104, top: 40, right: 14, bottom: 6 };
const MOST_SIDE = 560; // of the matrix, in pixels
const MOST_CELL = 58;
const LABEL = 16; // as high as a line of text
const CELL_WITH_TEXT = 44;
const CELL_WITH_GAP = 8;
const CELL_STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** "rank 3" becomes 3 on an axis of ranks. */
function shortName(name) {
  return name.replace(/^rank /, "").replace(" to rank ", "–");
}

function widthOf(cells) {
  return MATRIX_MARGIN.left + cells + MATRIX_MARGIN.right;
}

export class RankMatrix {
  constructor(run, selection) {
    Object.assign(this, { run, selection, cells: run.rankCells });
    this.measure = MEASURES.find(({ what }) => this.cells.most(what) > 0) ?? MEASURES[1];
    const box = d3.create("div").attr("class", "rank-matrix");
    this.element = box.node();
    box.append("h3").text("between ranks");
    this.showMeasures(box.append("div").attr("role", "group").attr("aria-label", "What the colours show"));
    this.legend = box.append("p").attr("class", "quiet legend");
    this.about = box.append("p").attr("role", "status");
    const place = box.append("div").attr("class", "rank-cells");
    place.style("max-width", `${widthOf(Math.min(MOST_SIDE, MOST_CELL * this.cells.size))}px`);
    this.canvas = new Canvas(place.node(), this.label(), () => this.height(), (...how) => this.draw(...how));
    this.tip = new FlameTip(box);
    this.listen(d3.select(this.canvas.node));
    this.showMeasure();
  }

  label() {
    return `Messages of ${this.cells.size} rows of senders to as many columns of receivers; arrow keys choose a cell.`;
  }

  showMeasures(group) {
    const shown = MEASURES.filter(({ what }) => this.cells.most(what) > 0);
    this.buttons = group.selectAll("button").data(shown).join("button").attr("type", "button").text(({ title }) => title);
    this.buttons.on("click", withEvent((_, measure) => {
      this.measure = measure;
      this.showMeasure();
    }));
  }

  showMeasure() {
    const { what, colour, text } = this.measure;
    this.buttons.attr("aria-pressed", (measure) => measure === this.measure);
    this.legend.selectAll("*").remove();
    this.legend.append("span").text("none");
    this.legend.append("span").attr("class", "scale").style("--most", `var(--${colour})`);
    this.legend.append("span").text(`${text(this.cells.most(what))} at most in a cell. Ranks of rows send, ranks of columns receive.`);
    this.canvas.redraw();
  }

  // --- Where cells are ---

  get side() {
    return Math.max(1, ((this.canvas?.width ?? 0) - widthOf(0)) / this.cells.size);
  }

  height() {
    return Math.ceil(MATRIX_MARGIN.top + this.side * this.cells.size + MATRIX_MARGIN.bottom);
  }

  /** The [sender, receiver] at a point; null if there is no cell. */
  cellAt(x, y) {
    const cell = [(y - MATRIX_MARGIN.top) / this.side, (x - MATRIX_MARGIN.left) / this.side].map(Math.floor);
    return cell.every((number) => number >= 0 && number < this.cells.size) ? cell : null;
  }

  // --- Drawing ---

  draw(context, width, height, colours) {
    const { side, cells, measure } = this;
    const most = cells.most(measure.what);
    context.font = FONT;
    this.drawAxes(context, colours);
    context.fillStyle = colours("raised");
    context.fillRect(MATRIX_MARGIN.left, MATRIX_MARGIN.top, side * cells.size, side * cells.size);
    const shade = d3.interpolateRgb(colours("raised"), colours(measure.colour));
    const gap = side >= CELL_WITH_GAP ? 1 : 0;
    const least = side >= CELL_WITH_GAP ? 0.15 : 0.35; // so that a small one is seen
    cells.each(measure.what, (sender, receiver, value) => {
      context.fillStyle = shade(least + (1 - least) * Math.sqrt(value / most));
      const [x, y] = [MATRIX_MARGIN.left + receiver * side, MATRIX_MARGIN.top + sender * side];
      context.fillRect(x, y, Math.max(side - gap, 1), Math.max(side - gap, 1));
      if (side >= CELL_WITH_TEXT) this.drawValue(context, x, y, measure.text(value), colours);
    });
    if (this.chosen) this.drawFrame(context, this.chosen, colours("selected"));
    else if (this.pointed) this.drawFrame(context, this.pointed, colours("accent"));
  }

  drawValue(context, x, y, text, colours) {
    Object.assign(context, { textAlign: "center", textBaseline: "middle", fillStyle: colours("text") });
    context.fillText(text, x + this.side / 2, y + this.side / 2);
  }

  drawFrame(context, [sender, receiver], colour) {
    const width = Math.max(this.side, 4);
    context.strokeStyle = colour;
    context.lineWidth = 2;
    context.strokeRect(MATRIX_MARGIN.left + receiver * this.side - 1, MATRIX_MARGIN.top + sender * this.side - 1, width + 1, width + 1);
  }

  /** Draws as many names as there is room for. */
  drawAxes(context, colours) {
    const { side } = this;
    const names = this.cells.names.map(shortName);
    const widest = Math.min(MATRIX_MARGIN.left - LABEL, Math.max(...names.map((name) => context.measureText(name).width)));
    const [down, across] = [LABEL, widest + LABEL / 2].map((room) => this.stepFor(room));
    context.fillStyle = colours("quiet");
    context.textBaseline = "middle";
    names.forEach((name, i) => {
      const middle = (i + 0.5) * side;
      context.textAlign = "right";
      if (i % down === 0) context.fillText(fittingText(context, name, widest), MATRIX_MARGIN.left - 6, MATRIX_MARGIN.top + middle);
      context.textAlign = "center";
      if (i % across === 0) context.fillText(fittingText(context, name, widest), MATRIX_MARGIN.left + middle, MATRIX_MARGIN.top - 10);
    });
    context.textAlign = "left";
    context.fillText("to rank", MATRIX_MARGIN.left, MATRIX_MARGIN.top - 28);
    context.fillText("from rank", 0, MATRIX_MARGIN.top - 10);
  }

  /** The smallest number of cells (1, 2, 4, 8, ...) that takes this much room. */
  stepFor(room) {
    return 2 ** Math.max(0, Math.ceil(Math.log2(room / this.side)));
  }

  // --- Choosing ---

  listen(canvas) {
    canvas.on("mousemove", withEvent((event) => this.point(event))).on("mouseleave", () => this.leave());
    canvas.on("click", withEvent((event) => this.choose(this.cellAt(...pointer(event, this.canvas.node)))));
    canvas.on("keydown", withEvent((event) => this.key(event)));
  }

  point(event) {
    this.pointed = this.cellAt(...pointer(event, this.canvas.node));
    this.canvas.redraw();
    if (this.pointed === null) this.tip.hide();
    else this.tip.show(this.lines(this.pointed), event.clientX, event.clientY);
  }

  leave() {
    this.pointed = null;
    this.tip.hide();
    this.canvas.redraw();
  }

  key(event) {
    const last = this.cells.size - 1;
    const ends = { Home: [0, 0], End: [last, last] };
    const { key } = event;
    if (key === "Escape") this.choose(null);
    else if (ends[key]) this.choose(ends[key]);
    else if (CELL_STEPS[key]) this.choose(this.beside(CELL_STEPS[key]));
    else return;
    event.preventDefault();
  }

  beside([down, right]) {
    const within = (number) => Math.max(0, Math.min(number, this.cells.size - 1));
    return this.chosen ? [within(this.chosen[0] + down), within(this.chosen[1] + right)] : [0, 0];
  }

  choose(cell) {
    this.chosen = cell;
    this.canvas.redraw();
    this.about.selectAll("*").remove();
    if (cell === null) return;
    const [head, ...lines] = this.lines(cell);
    this.about.append("b").text(`${head}: `);
    this.about.append("span").text(`${lines.join("; ")}. `);
    this.about.append("button").attr("type", "button").text("Show the receiver in the timeline").on("click", () => {
      this.selection.choose({ search: this.cells.names[cell[1]].split(" to ")[0] });
      document.getElementById("timeline").scrollIntoView({ block: "start" });
    });
  }

  lines([sender, receiver]) {
    const [from, to] = [sender, receiver].map((rank) => shortName(this.cells.names[rank]));
    const head = `Rank ${from} to rank ${to}`;
    const sums = this.cells.of(sender, receiver);
    if (!sums) return [head, "no messages"];
    const { messages, moved, waited, lay } = sums;
    const { cost } = this.run;
    return [
      head,
      `${d3.format(",")(messages)} message${messages === 1 ? "" : "s"}, ${bytes(sums.bytes)}`,
      ...(moved > 0 ? [`one-sided operations move ${bytes(moved)}`] : []),
      waited > 0 ? `the receiver waits ${costs(waited, cost)} for late sends` : "the receiver does not wait",
      lay > 0 ? `messages lie ${costs(lay, cost)} until the receiver asks for them` : "no message lies until the receiver asks for it",
    ];
  }
}
