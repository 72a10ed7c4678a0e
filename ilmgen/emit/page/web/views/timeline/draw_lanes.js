// SPDX-License-Identifier: GPL-2.0-or-later
//
// Lanes of the timeline: what each thread does when.

import { FUNCTION_TEXT } from "../../colours.js";
import { axisUnit, costsBeside, plainName } from "../../format.js";
import { TIME_LEFT, TIME_RIGHT } from "../../layout.js";
import { WORK_ON_PATH } from "../../model/run.js";
import { fittingText } from "../canvas.js";
import { LaneColumns } from "./lane_columns.js";

/** Of the axis on top, pixels. */
export const AXIS_HEIGHT = 24;
/** Bars that a frame has time for. */
const MOST_BARS = 6000;

/** What all lanes are drawn with. */
export class LanePainter {
  /**
   * `lanes`: Lanes; `x`: from time to pixels; {width, top, bottom, laneHeight}: of what
   * is in view; `colours`: of the theme; `colourOf(slice)`: of its work.
   */
  constructor(context, lanes, x, { width, top, bottom, laneHeight }, colours, colourOf) {
    Object.assign(this, { context, lanes, x, width, colourOf });
    const lanesInView = (bottom - top) / laneHeight;
    this.mostSlices = Math.min(width / 3, MOST_BARS / Math.max(1, lanesInView));
    this.narrow = new LaneColumns(context, width, top, bottom);
    for (const name of ["work", "wait", "ready", "line", "critical", "text", "ground"]) this[name] = colours(name);
    this.hatching = hatched(context, this.wait);
  }

  axis() {
    const { context, x } = this;
    context.font = "12px system-ui, sans-serif";
    context.fillStyle = this.text;
    context.strokeStyle = this.line;
    const unit = fittingText(context, axisUnit(this.lanes.run.cost), TIME_LEFT - 30);
    context.textAlign = "right";
    context.fillText(unit, TIME_LEFT - 24, 14);
    context.textAlign = "center";
    for (const tick of x.ticks(Math.max(2, Math.floor(this.width / 120)))) {
      context.fillText(costsBeside(tick, this.lanes.run.cost), x(tick), 14);
      context.fillRect(Math.round(x(tick)), 18, 1, 5);
    }
  }

  /** A thread between these heights. */
  lane(thread, name, top, height) {
    const { context } = this;
    const { threadBegin } = this.lanes.schedule;
    const [from, to] = this.x.domain();
    if (this.lanes.run.beginsProcess(thread)) {
      context.fillStyle = this.line;
      context.fillRect(0, Math.round(top), this.width, 1);
    }
    if (height >= 11) {
      context.textAlign = "right";
      context.fillStyle = this.text;
      context.font = `${Math.min(12, height - 1)}px system-ui, sans-serif`;
      const shown = fittingText(context, plainName(name), TIME_LEFT - 10);
      context.fillText(shown, TIME_LEFT - 6, top + height / 2 + 4);
    }
    const begin = Math.max(threadBegin[thread], from);
    const end = Math.min(this.lanes.schedule.threadEnd(this.lanes.run, thread), to);
    if (end < begin) return;
    context.fillStyle = this.line;
    const middle = Math.round(top + height / 2);
    context.fillRect(this.x(begin), middle, Math.max(1, this.x(end) - this.x(begin)), 1);
    const first = this.lanes.sliceAt(thread, from);
    const last = Math.min(this.lanes.sliceAt(thread, to) + 1, this.lanes.run.threadSlices[thread + 1]);
    if (last - first > this.mostSlices) this.columns(thread, begin, end, top, height);
    else for (let slice = first; slice < last; slice++) this.slice(slice, top, height);
  }

  /** Work is a bar, a wait is hatched and low, a wait for a processor is lower. */
  slice(slice, top, height) {
    const { run, schedule } = this.lanes;
    const begin = schedule.begin[slice];
    const done = begin + run.work[slice];
    if (schedule.ready[slice] > 0) this.bar(begin - schedule.ready[slice], begin, this.ready, top, height, 0.25);
    if (run.work[slice] > 0) this.bar(begin, done, this.colourOf(slice) ?? this.work, top, height, 1);
    if (run.separatesBars) this.edge(begin, done, top, height);
    if (schedule.wait[slice] > 0) this.bar(done, schedule.end[slice], this.hatching, top, height, 0.5);
    if (run.path[slice] & WORK_ON_PATH) this.mark(begin, done, top, height);
    this.name(slice, begin, done, top, height);
  }

  /** Where there is room. */
  name(slice, begin, done, top, height) {
    const { run } = this.lanes;
    const [left, right] = this.inside(begin, done);
    if (right - left < 30 || height < 13) return;
    this.context.textAlign = "left";
    this.context.font = "11px system-ui, sans-serif";
    this.context.fillStyle = this.colourOf(slice) ? FUNCTION_TEXT : this.text;
    const shown = fittingText(this.context, plainName(run.barName(slice)), right - left - 8);
    this.context.fillText(shown, left + 4, top + height / 2 + 3);
  }

  bar(from, to, fill, top, height, part) {
    const [left, right] = this.inside(from, to);
    if (right < left) return;
    const high = Math.max(1, Math.round((height - 2) * part));
    this.context.fillStyle = fill;
    this.context.fillRect(left, top + 1 + (height - 2 - high) / 2, Math.max(right - left, 0.7), high);
  }

  /** Where a bar begins that may follow another one of the same colour, if it is wide enough. */
  edge(from, to, top, height) {
    const [left, right] = this.inside(from, to);
    if (right - left < 4 || left <= TIME_LEFT) return;
    this.context.fillStyle = this.ground;
    this.context.fillRect(Math.round(left), top + 1, 1, height - 2);
  }

  /** That it is on the critical path. */
  mark(from, to, top, height) {
    const [left, right] = this.inside(from, to);
    if (right < left) return;
    this.context.fillStyle = this.critical;
    this.context.fillRect(left, top + height - 3, Math.max(right - left, 1), 3);
  }

  /** In pixels; the second one is less where nothing of it is to be seen. */
  inside(from, to) {
    const edge = this.width - TIME_RIGHT;
    return [Math.max(this.x(from), TIME_LEFT), Math.min(this.x(to), edge)];
  }

  /** Where slices are too many: a column is as high as its part of work. */
  columns(thread, begin, end, top, height) {
    const { x, lanes, narrow } = this;
    const [left, right] = this.inside(begin, end).map(Math.round);
    const length = x.invert(1) - x.invert(0);
    const bottom = top + height - 1;
    let near = lanes.sliceAt(thread, x.invert(left));
    let before = lanes.until(thread, x.invert(left), near);
    for (let pixel = left; pixel < right; pixel++) {
      const time = x.invert(pixel + 1);
      near = lanes.sliceNear(thread, time, near);
      const sums = lanes.until(thread, time, near);
      const work = Math.min(1, (sums.work - before.work) / length);
      const wait = Math.min(1, (sums.wait - before.wait) / length);
      if (wait > 0.02) narrow.hatch(pixel, top + height * 0.25, top + height * (0.25 + wait / 2), this.wait);
      if (work > 0) {
        const slice = lanes.find(thread, time, near);
        const colour = (slice >= 0 && this.colourOf(slice)) || this.work;
        narrow.fill(pixel, Math.min(bottom - (height - 2) * work, bottom - 1), bottom, colour);
      }
      if (sums.path > before.path) narrow.fill(pixel, top + height - 3, top + height, this.critical);
      before = sums;
    }
  }

  /** What lanes have in common, after the last one. */
  finish() {
    this.narrow.draw();
  }
}

/** A pattern of slanted lines. */
function hatched(context, colour) {
  const tile = document.createElement("canvas");
  [tile.width, tile.height] = [6, 6];
  const lines = tile.getContext("2d");
  lines.strokeStyle = colour;
  lines.lineWidth = 2;
  for (const shift of [-6, 0, 6]) {
    lines.moveTo(shift, 6);
    lines.lineTo(shift + 6, 0);
  }
  lines.stroke();
  return context.createPattern(tile, "repeat");
}
