// SPDX-License-Identifier: GPL-2.0-or-later
//
// Live bytes over time, with the allocation sites stacked. The site that is largest at the peak is
// at the bottom.

import { pointer, withEvent } from "../d3_events.js";
import { axisUnit, bytes, costs, costsBeside } from "../format.js";
import { TIME_LEFT } from "../layout.js";
import { LayerOutlines, layerPlace } from "./heap_layers.js";
import { HeapMarks } from "./heap_marks.js";
import { timeScale } from "./time_scale.js";

const HEAP_HEIGHT = 240; // pixels, without the axis
const HEAP_AXIS = 26;
const HEAP_TOP = 20;

export class HeapPlot {
  /** `preview(time)`: called with the time under the mouse; null if the mouse is not there. */
  constructor(element, run, selection, preview) {
    this.run = run;
    this.selection = selection;
    this.preview = preview;
    this.element = element.attr("class", "heap-plot");
    this.picture = element
      .append("svg")
      .attr("height", HEAP_TOP + HEAP_HEIGHT + HEAP_AXIS)
      .attr("tabindex", 0)
      .attr("role", "slider")
      .attr("aria-label", "Heap over time: the moment to look at");
    this.y = d3.scaleLinear().range([HEAP_TOP + HEAP_HEIGHT, HEAP_TOP]);
    this.layers = this.picture.append("g");
    this.names = this.picture.append("g").attr("class", "layer-names").attr("aria-hidden", "true");
    this.bottom = this.picture.append("g").attr("transform", `translate(0,${HEAP_TOP + HEAP_HEIGHT})`);
    this.picture
      .append("text")
      .attr("class", "heap-unit")
      .attr("x", TIME_LEFT - 9)
      .attr("y", HEAP_TOP + HEAP_HEIGHT + 18)
      .text(axisUnit(run.cost));
    this.left = this.picture.append("g").attr("transform", `translate(${TIME_LEFT},0)`);
    this.marks = new HeapMarks(this.picture, this.y);
    this.listen();
  }

  show(levels, schedule) {
    this.levels = levels;
    this.schedule = schedule;
    this.peak = levels.sums[levels.peak] ?? 0;
    this.y.domain([0, this.marks.scaleEnd(this.peak, this.run.figure("peak_of_any_schedule"))]);
    this.draw();
  }

  listen() {
    /** The time at the mouse; null beside the axis. */
    const timeAt = (event) => {
      const time = Math.round(this.x.invert(pointer(event, this.picture.node())[0]));
      return time >= this.x.domain()[0] && time <= this.x.domain()[1] ? time : null;
    };
    this.picture
      .on("mousemove", withEvent((event) => this.preview(timeAt(event))))
      .on("mouseleave", () => this.preview(null))
      .on("click", withEvent((event) => this.chooseTime(timeAt(event))))
      .on("keydown", withEvent((event) => {
        if (this.key(event.key, event.shiftKey ? 10 : 1)) event.preventDefault();
      }));
    new ResizeObserver(() => this.levels && this.draw()).observe(this.element.node());
  }

  chooseTime(time) {
    if (time !== null) this.selection.choose({ cursor: time });
  }

  /** Handles a key. Returns whether the plot knows the key. */
  key(key, step) {
    const steps = { ArrowLeft: -step, ArrowRight: step };
    this.preview(null);
    if (key in steps) this.move(steps[key]);
    else if (key === "p" || key === "P") this.selection.choose({ cursor: this.levels.peakTime });
    else if (key === "Escape") this.selection.choose({ cursor: null });
    else return false;
    return true;
  }

  /** Moves to another change. */
  move(step) {
    const { times, peakTime } = this.levels;
    const now = this.selection.cursor ?? peakTime;
    const moment = (step > 0 ? d3.bisectRight(times, now) - 1 : d3.bisectLeft(times, now)) + step;
    const last = times.length - 1;
    if (last >= 0) this.selection.choose({ cursor: times[Math.max(0, Math.min(moment, last))] });
  }

  draw() {
    const width = this.element.node().clientWidth;
    this.picture.attr("width", width);
    this.x = timeScale(this.selection.visible ?? [0, this.schedule.time], width);
    this.marks.x = this.x;
    this.drawAxes();
    this.drawLayers();
    this.mark();
  }

  /** Draws the marks over the layers. */
  mark() {
    this.marks.draw(this.levels, this.peak, this.run.figure("peak_of_any_schedule"), this.selection);
    this.tell();
  }

  drawAxes() {
    const [left, right] = this.x.range();
    const ticks = Math.max(2, Math.floor((right - left) / 110));
    const time = (number) => costsBeside(number, this.run.cost);
    this.bottom.call(d3.axisBottom(this.x).ticks(ticks).tickFormat(time).tickSizeOuter(0));
    this.left.call(d3.axisLeft(this.y).ticks(5).tickFormat(bytes).tickSize(left - right).tickSizeOuter(0));
  }

  drawLayers() {
    const { levels } = this;
    const outlines = new LayerOutlines(levels, this.x, this.y, this.schedule.time);
    const paths = this.layers.selectAll("path").data(levels.names);
    paths.exit().remove();
    paths
      .enter()
      .append("path")
      .merge(paths)
      .attr("class", (_, layer) => `layer-${levels.colour(layer)}`)
      .attr("d", (_, layer) => outlines.path(layer));
    this.drawNames(outlines);
  }

  drawNames(outlines) {
    const limits = this.marks.limits(this.selection.interval);
    const places = this.levels.names.map((name, layer) => layerPlace(outlines, layer, name, limits));
    const names = this.names.selectAll("text").data(places.filter((place) => place !== null));
    names.exit().remove();
    names
      .enter()
      .append("text")
      .merge(names)
      .attr("x", (place) => place.x)
      .attr("y", (place) => place.y)
      .text((place) => place.text);
  }

  tell() {
    const { levels, schedule, selection, run } = this;
    const now = selection.cursor ?? levels.peakTime;
    this.picture
      .attr("aria-valuemin", 0)
      .attr("aria-valuemax", schedule.time)
      .attr("aria-valuenow", now)
      .attr("aria-valuetext", `at ${costs(now, run.cost)}: ${bytes(levels.sumAt(now))} live`);
  }
}
