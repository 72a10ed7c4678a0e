// SPDX-License-Identifier: GPL-2.0-or-later
//
// The memory that a plan books over time, below the timeline and with the same time axis. Also the
// limit, and the least memory that an order of the steps needs.

import { axisUnit, bytes, costsBeside } from "../../format.js";
import { TIME_LEFT } from "../../layout.js";
import { timeScale } from "../time_scale.js";

/** The height of the plot, in pixels. */
const BOOKED_HEIGHT = 130;
const BOOKED_TOP = 18;
const BOOKED_AXIS = 26;
/** The height of a line of text, pixels. */
const LINE_TEXT = 14;
/** A limit above this many times the peak is not on the scale, because the levels would be flat. */
const HIGHEST_LIMIT = 2;

export class BookedPlot {
  constructor(element, planning, selection, cost) {
    Object.assign(this, { element, planning, selection, cost });
    element.attr("class", "booked-plot");
    const { plan, booked } = planning;
    const label = `Booked memory over time: ${bytes(plan.peak)} at most, the limit is ${bytes(plan.memory)}`;
    this.picture = element.append("svg").attr("height", BOOKED_TOP + BOOKED_HEIGHT + BOOKED_AXIS);
    this.picture.attr("role", "img").attr("aria-label", label);
    this.y = d3
      .scaleLinear()
      .domain([Math.min(0, booked.lowest), 1.08 * this.highestShown() || 1])
      .range([BOOKED_TOP + BOOKED_HEIGHT, BOOKED_TOP]);
    this.bottom = this.picture.append("g").attr("transform", `translate(0,${BOOKED_TOP + BOOKED_HEIGHT})`);
    this.left = this.picture.append("g").attr("transform", `translate(${TIME_LEFT},0)`);
    this.area = this.picture.append("path").attr("class", "booked-area");
    this.level = this.picture.append("path").attr("class", "booked-level");
    this.lines = this.picture.append("g");
    this.cursor = this.picture.append("line").attr("class", "heap-cursor");
    const unit = this.picture.append("text").attr("class", "heap-unit").text(axisUnit(cost));
    unit.attr("x", TIME_LEFT - 9).attr("y", BOOKED_TOP + BOOKED_HEIGHT + 18);
    new ResizeObserver(() => this.draw()).observe(element.node());
  }

  highestShown() {
    const { plan, booked } = this.planning;
    const highest = Math.max(booked.highest, plan.least_memory);
    return plan.memory <= HIGHEST_LIMIT * highest ? Math.max(highest, plan.memory) : highest;
  }

  draw() {
    const width = this.element.node().clientWidth;
    this.picture.attr("width", width);
    this.x = timeScale(this.selection.visible ?? [0, this.planning.booked.end], width);
    this.drawAxes();
    this.drawLevels();
    this.drawLines();
    this.mark();
  }

  drawAxes() {
    const [left, right] = this.x.range();
    const ticks = Math.max(2, Math.floor((right - left) / 110));
    const time = (number) => costsBeside(number, this.cost);
    this.bottom.call(d3.axisBottom(this.x).ticks(ticks).tickFormat(time).tickSizeOuter(0));
    const level = (number) => (number < 0 ? `−${bytes(-number)}` : bytes(number));
    this.left.call(d3.axisLeft(this.y).ticks(4).tickFormat(level).tickSize(left - right).tickSizeOuter(0));
  }

  drawLevels() {
    const { booked } = this.planning;
    const [from, to] = this.x.domain();
    const points = booked.within(from, Math.min(to, booked.end));
    const line = d3.line().curve(d3.curveStepAfter).x(([time]) => this.x(time)).y(([, level]) => this.y(level));
    const area = d3.area().curve(d3.curveStepAfter).x(([time]) => this.x(time)).y0(this.y(0)).y1(([, level]) => this.y(level));
    this.level.attr("d", line(points));
    this.area.attr("d", area(points));
  }

  /**
   * The limit's text is above its line, and the text of the least memory is below its line, so that
   * they never overlap. If the axis is in the way, the latter is above its line, too. The limit is
   * far away in that case.
   */
  drawLines() {
    const { memory, least_memory: least } = this.planning.plan;
    this.lines.selectAll("*").remove();
    const [, top] = this.y.domain();
    const above = memory > top;
    this.line("limit", above ? top : memory, -5, `${above ? "↑ " : ""}limit ${bytes(memory)}`);
    const isLow = this.y(least) + LINE_TEXT > this.y.range()[0];
    this.line("least", least, isLow ? -5 : LINE_TEXT, `least memory ${bytes(least)}`);
  }

  line(kind, level, shift, text) {
    const [left, right] = this.x.range();
    const line = this.lines.append("line").attr("class", `booked-${kind}`);
    line.attr("x1", left).attr("x2", right).attr("y1", this.y(level)).attr("y2", this.y(level));
    this.lines.append("text").attr("x", right - 2).attr("y", this.y(level) + shift).attr("text-anchor", "end").text(text);
  }

  /** Marks the moment under the mouse. */
  mark() {
    const { cursor } = this.selection;
    const isShown = cursor !== null && cursor >= this.x.domain()[0] && cursor <= this.x.domain()[1];
    this.cursor.attr("hidden", isShown ? null : true);
    if (!isShown) return;
    const [bottom, top] = this.y.range();
    this.cursor.attr("x1", this.x(cursor)).attr("x2", this.x(cursor)).attr("y1", bottom).attr("y2", top);
  }
}
