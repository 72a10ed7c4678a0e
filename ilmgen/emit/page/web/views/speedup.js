// SPDX-License-Identifier: GPL-2.0-or-later
//
// How fast the run is on 1, 2, 4 ... processors, and the bounds of that speed.

import { ratio } from "../format.js";
import { recordsOf } from "../model/records.js";

const [WIDTH, HEIGHT] = [460, 300];
/** If no machine is this many times as fast as one processor, there is nothing to plot. */
const LEAST_SPEEDUP = 1.05;
/** The widest number, with a gap; and the height of a line. */
const NUMBER_WIDTH = 46;
const TEXT_HEIGHT = 14;
const MARGIN = { left: 42, right: 136, top: 24, bottom: 38 };

class Plot {
  constructor(element, rows, parallelism) {
    this.rows = rows;
    this.parallelism = parallelism;
    const most = rows[rows.length - 1].processors;
    const top = Math.max(2, 1.25 * Math.max(parallelism, ...rows.map((row) => row.speedup_at_most)));
    this.x = d3.scaleLog().base(2).domain([1, most]).range([MARGIN.left, WIDTH - MARGIN.right]);
    this.y = d3.scaleLog().base(2).domain([1, top]).range([HEIGHT - MARGIN.bottom, MARGIN.top]);
    this.svg = d3.select(element).append("svg").attr("class", "speedup");
    this.svg.attr("viewBox", `0 0 ${WIDTH} ${HEIGHT}`).attr("role", "img").attr("aria-label", this.label());
  }

  label() {
    const told = this.rows.map(({ processors, speedup }) => `on ${processors} ${ratio(speedup)} times`);
    return `Speed-up: ${told.join(", ")}; never more than ${ratio(this.rows[this.rows.length - 1].speedup_at_most)}.`;
  }

  /**
   * The rows that get a number, so that numbers do not overlap. They are counted from the last row
   * back: with 1 to 1024 processors, each second row has one.
   */
  labelled() {
    const [left, right] = this.x.range();
    const every = Math.ceil((NUMBER_WIDTH * (this.rows.length - 1)) / (right - left));
    return this.rows.filter((row, i) => (this.rows.length - 1 - i) % Math.max(1, every) === 0);
  }

  axes() {
    const processors = this.labelled().map((row) => row.processors);
    const across = d3.axisBottom(this.x).tickValues(processors).tickFormat(d3.format("d"));
    this.svg.append("g").attr("transform", `translate(0,${HEIGHT - MARGIN.bottom})`).call(across);
    this.svg.append("g").attr("transform", `translate(${MARGIN.left},0)`).call(this.axisOfSpeeds());
    this.text((MARGIN.left + WIDTH - MARGIN.right) / 2, HEIGHT - 6, "processors", "middle");
    this.text(MARGIN.left - 30, MARGIN.top - 4, "times as fast as on one");
  }

  /** Both axes double from mark to mark, so that perfect is a straight line. */
  axisOfSpeeds() {
    const [, top] = this.y.domain();
    const marks = top < 4 ? [1, 1.25, 1.5, 2, 3] : d3.range(0, 30).map((power) => 2 ** power);
    return d3.axisLeft(this.y).tickValues(marks.filter((mark) => mark <= top)).tickFormat(d3.format("~r"));
  }

  /** The y of a point's number: below the point, or above it if the axis is below. */
  numberY(y) {
    return y + 24 < HEIGHT - MARGIN.bottom ? y + 17 : y - 10;
  }

  text(x, y, text, anchor = "start", kind = "quiet") {
    this.svg.append("text").attr("class", kind).attr("x", x).attr("y", y).attr("text-anchor", anchor).text(text);
  }

  /** Draws the perfect speed-up, which is the number of processors, up to the top of the plot. */
  perfect() {
    const [, most] = this.x.domain();
    const end = Math.min(most, this.y.domain()[1]);
    const line = d3.line().x((p) => this.x(p)).y((p) => this.y(p));
    this.svg.append("path").attr("class", "perfect").attr("d", line([1, end]));
    // Beside the middle of its line, because the numbers of the replay are below and right of it.
    const middle = Math.sqrt(end);
    this.text(this.x(middle) - 10, this.y(middle) - 2, "perfect", "end");
  }

  bound() {
    const y = this.y(this.parallelism);
    const [left, right] = this.x.range();
    this.svg.append("line").attr("class", "bound").attr("x1", left).attr("x2", right).attr("y1", y).attr("y2", y);
    this.text(right + 6, y + 4, `work / span: ${ratio(this.parallelism)}`);
  }

  /** Draws the range from the speed-up of the replay to the one that no schedule exceeds. */
  replay() {
    const area = d3.area().x((row) => this.x(row.processors)).y0((row) => this.y(row.speedup));
    const line = d3.line().x((row) => this.x(row.processors)).y((row) => this.y(row.speedup));
    this.svg.append("path").attr("class", "range").attr("d", area.y1((row) => this.y(row.speedup_at_most))(this.rows));
    this.svg.append("path").attr("class", "replayed").attr("d", line(this.rows));
    const labelled = this.labelled();
    for (const row of this.rows) {
      const [x, y] = [this.x(row.processors), this.y(row.speedup)];
      this.svg.append("circle").attr("cx", x).attr("cy", y).attr("r", 4);
      if (row.processors > 1 && labelled.includes(row)) this.text(x, this.numberY(y), ratio(row.speedup), "middle", "value");
    }
    const last = this.rows[this.rows.length - 1];
    this.text(this.x(last.processors) + 8, this.y(last.speedup) + 32, "replayed");
  }

  /**
   * Draws the recorded order at the first row with a processor for each thread. The last row has
   * more processors.
   */
  recorded() {
    const { processors, speedup } = this.rows[Math.max(0, this.rows.length - 2)];
    const [x, y] = [this.x(processors), this.y(this.parallelism)];
    const number = this.numberY(this.y(speedup));
    const above = Math.min(y, this.numberY(y)) - 12;
    const diamond = d3.symbol().type(d3.symbolDiamond).size(110);
    this.svg.append("path").attr("class", "recorded").attr("d", diamond()).attr("transform", `translate(${x},${y})`);
    this.text(x, Math.abs(above - number) < TEXT_HEIGHT ? number - TEXT_HEIGHT : above, "recorded", "middle");
  }
}

export function speedupPlot(element, run) {
  const cores = run.table("cores");
  const parallelism = run.figure("parallelism");
  if (!cores || !(parallelism > 0)) return;
  const rows = recordsOf(cores);
  if (rows.every(({ speedup_at_most: most }) => most < LEAST_SPEEDUP)) {
    const why = run.threads.length === 1 ? "There is one thread" : "No two threads work at the same time";
    d3.select(element).append("p").attr("class", "quiet").text(`${why}, so the run is as fast on one processor as on many.`);
    return;
  }
  const plot = new Plot(element, rows, parallelism);
  plot.axes();
  plot.perfect();
  plot.bound();
  plot.replay();
  plot.recorded();
  d3.select(element)
    .append("p")
    .attr("class", "quiet")
    .text("Line: the same work, replayed with locks and processors given to the thread that comes first. Shaded: what a better schedule or order of the locks may add at most.");
}
