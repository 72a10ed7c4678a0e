// SPDX-License-Identifier: GPL-2.0-or-later
//
// Draws the rows of the timeline: what each thread, or each folded group of threads, does over
// time.

import { FUNCTION_TEXT } from "../../colours.js";
import { axisUnit, costs, costsBeside, plainName } from "../../format.js";
import { TIME_LEFT, TIME_RIGHT } from "../../layout.js";
import { LaneWalk, mostAtOnce } from "../../model/lane_walk.js";
import { WORK_ON_PATH } from "../../model/run.js";
import { fittingText } from "../canvas.js";
import { LaneColumns } from "./lane_columns.js";

/** The height of the axis on top, in pixels. */
export const AXIS_HEIGHT = 24;
/** The height of the mark of the critical path, in pixels. */
const MARK_HEIGHT = 3;
/** The number of bars that can be drawn in a frame. */
const MOST_BARS = 6000;
/** A column does not show a wait that is a smaller part of the column than this. */
const LEAST_SHOWN = 0.02;
/** The indent for each group around a row, in pixels. */
const SIGN_INDENT = 8;
/** The least width of a round that is not folded, in pixels. */
export const LEAST_ROUND = 24;
/** Columns of threads in folded rows that a frame has time for. */
const MOST_FOLDED_COLUMNS = 80_000;

/** Draws the rows. */
export class LanePainter {
  /**
   * `lanes`: Lanes. `x`: the scale from time to pixels. {width, top, bottom, rows}: of the part in
   * view. `colours`: those of the theme. `colourOf(slice)`: the colour of the slice's work.
   */
  constructor(context, lanes, x, { width, top, bottom, rows }, colours, colourOf) {
    Object.assign(this, { context, lanes, x, width, colourOf });
    this.mostSlices = Math.min(width / 3, MOST_BARS / Math.max(1, rows.length));
    const folded = d3.sum(rows, ({ isFolded, threads }) => (isFolded ? threads.length : 0));
    /** The width of the columns of folded rows, in pixels. */
    this.foldedColumn = Math.max(1, Math.ceil((folded * width) / MOST_FOLDED_COLUMNS));
    this.narrow = new LaneColumns(context, width, top, bottom);
    for (const name of ["work", "wait", "ready", "line", "critical", "text", "ground", "raised"]) this[name] = colours(name);
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

  /** Draws a row of Rows between these heights; `isFirst`: it is of another process than the row above. */
  row({ name, depth, threads, group, isFolded, meeting }, isFirst, top, height) {
    if (group) this.strip(this.raised, top, height);
    if (isFirst) this.strip(this.line, top, 1);
    this.rowName(name, isFolded ? "▸" : group ? "▾" : "", depth, top, height);
    if (meeting !== undefined) this.rounds(this.lanes.laps[meeting], top, height);
    else if (isFolded) this.together(threads, top, height);
    else for (const thread of threads) this.lane(thread, top, height);
  }

  strip(colour, top, height) {
    this.context.fillStyle = colour;
    this.context.fillRect(0, Math.round(top), this.width, height);
  }

  /**
   * Draws the name of a row. `sign`: a sign at the left, indented for each group around the row. It
   * shows that the row can be folded or unfolded.
   */
  rowName(name, sign, depth, top, height) {
    if (height < 11) return;
    const { context } = this;
    const baseline = top + height / 2 + 4;
    context.fillStyle = this.text;
    context.font = `${Math.min(12, height - 1)}px system-ui, sans-serif`;
    context.textAlign = "left";
    const indent = 4 + SIGN_INDENT * depth;
    context.fillText(sign, indent, baseline);
    const left = sign === "" ? 4 : indent + 14;
    const shown = fittingText(context, plainName(name), TIME_LEFT - 6 - left);
    context.textAlign = "right";
    context.fillText(shown, TIME_LEFT - 6, baseline);
  }

  /** Draws a meeting's rounds, those that are too narrow folded. */
  rounds(laps, top, height) {
    const { context, x } = this;
    const [from, to] = x.domain();
    for (const fold of laps.folds(from, to, x.invert(LEAST_ROUND) - x.invert(0))) {
      const [left, right] = this.inside(fold.from, fold.to);
      if (right < left) continue;
      context.fillStyle = this.raised;
      context.fillRect(left, top + 1, Math.max(right - left, 1), height - 2);
      this.edge(fold.from, fold.to, top, height);
      this.textIn(roundsText(laps, fold, this.lanes.run.cost), this.text, left, right, top, height);
    }
  }

  /** Draws a thread. */
  lane(thread, top, height) {
    const [begin, end] = this.lifeline([thread], top, height);
    if (end < begin) return;
    const [from, to] = this.x.domain();
    const first = this.lanes.sliceAt(thread, from);
    const last = Math.min(this.lanes.sliceAt(thread, to) + 1, this.lanes.run.threadSlices[thread + 1]);
    if (last - first > this.mostSlices) this.columns([thread], 1, begin, end, top, height);
    else for (let slice = first; slice < last; slice++) this.slice(slice, top, height);
  }

  /** Draws the threads of a folded group: a column is as high as the part of them that works. */
  together(threads, top, height) {
    const [begin, end] = this.lifeline(threads, top, height);
    if (end >= begin) this.columns(threads, this.foldedColumn, begin, end, top, height);
  }

  /** Draws a line from the time at which the first of these threads begins to that at which the last one ends.  Returns the part in view. */
  lifeline(threads, top, height) {
    const { run, schedule } = this.lanes;
    const [from, to] = this.x.domain();
    const begin = Math.max(d3.min(threads, (thread) => schedule.threadBegin[thread]), from);
    const end = Math.min(d3.max(threads, (thread) => schedule.threadEnd(run, thread)), to);
    if (end >= begin) {
      this.context.fillStyle = this.line;
      const middle = Math.round(top + height / 2);
      this.context.fillRect(this.x(begin), middle, Math.max(1, this.x(end) - this.x(begin)), 1);
    }
    return [begin, end];
  }

  /**
   * Draws a slice. Work is a bar, a wait is hatched and lower, and a wait for a processor is lower
   * still.
   */
  slice(slice, top, height) {
    const { run, schedule } = this.lanes;
    const begin = schedule.begin[slice];
    const done = begin + schedule.work[slice];
    if (schedule.ready[slice] > 0) this.bar(begin - schedule.ready[slice], begin, this.ready, top, height, 0.25);
    if (schedule.work[slice] > 0) this.bar(begin, done, this.colourOf(slice) ?? this.work, top, height, 1);
    if (run.separatesBars) this.edge(begin, done, top, height);
    if (schedule.wait[slice] > 0) this.bar(done, schedule.end[slice], this.hatching, top, height, 0.5);
    if (run.path[slice] & WORK_ON_PATH) this.mark(begin, done, top, height);
    this.name(slice, begin, done, top, height);
  }

  /** Draws the slice's name if there is room. */
  name(slice, begin, done, top, height) {
    const [left, right] = this.inside(begin, done);
    const colour = this.colourOf(slice) ? FUNCTION_TEXT : this.text;
    if (right - left >= 30) this.textIn(plainName(this.lanes.run.barName(slice)), colour, left, right, top, height);
  }

  /** Draws as much of a text as a bar has room for. */
  textIn(text, colour, left, right, top, height) {
    if (height < 13) return;
    this.context.textAlign = "left";
    this.context.font = "11px system-ui, sans-serif";
    this.context.fillStyle = colour;
    this.context.fillText(fittingText(this.context, text, right - left - 8), left + 4, top + height / 2 + 3);
  }

  bar(from, to, fill, top, height, part) {
    const [left, right] = this.inside(from, to);
    if (right < left) return;
    const high = Math.max(1, Math.round((height - 2) * part));
    this.context.fillStyle = fill;
    this.context.fillRect(left, top + 1 + (height - 2 - high) / 2, Math.max(right - left, 0.7), high);
  }

  /**
   * Draws the left edge of a bar that may follow another bar of the same colour, if the bar is wide
   * enough.
   */
  edge(from, to, top, height) {
    const [left, right] = this.inside(from, to);
    if (right - left < 4 || left <= TIME_LEFT) return;
    this.context.fillStyle = this.ground;
    this.context.fillRect(Math.round(left), top + 1, 1, height - 2);
  }

  /** Marks that the part is on the critical path. */
  mark(from, to, top, height) {
    const [left, right] = this.inside(from, to);
    if (right < left) return;
    this.context.fillStyle = this.critical;
    this.context.fillRect(left, top + height - MARK_HEIGHT, Math.max(right - left, 1), MARK_HEIGHT);
  }

  /** The visible part in pixels. The second number is less than the first if nothing is visible. */
  inside(from, to) {
    const edge = this.width - TIME_RIGHT;
    return [Math.max(this.x(from), TIME_LEFT), Math.min(this.x(to), edge)];
  }

  /**
   * Draws columns of `pixels` pixels in place of slices, because there are too many slices, or
   * slices of several threads.
   */
  columns(threads, pixels, begin, end, top, height) {
    const { x, lanes } = this;
    const [left, right] = this.inside(begin, end).map(Math.round);
    const all = (x.invert(pixels) - x.invert(0)) * mostAtOnce(lanes.run, lanes.schedule, threads);
    const walk = new LaneWalk(lanes, threads, x.invert(left));
    for (let pixel = left; pixel < right; pixel += pixels) {
      const done = walk.goTo(x.invert(pixel + pixels));
      for (let i = pixel; i < Math.min(pixel + pixels, right); i++) this.column(i, done, all, top, height);
    }
  }

  /**
   * Draws a column whose height is its share of work. The second argument comes from a LaneWalk.
   * `all`: the work of a full column.
   */
  column(pixel, { work, wait, ready, path, slice }, all, top, height) {
    const { narrow } = this;
    const bottom = top + height - 1;
    const [waits, readys] = [wait, ready].map((part) => Math.min(1, part / all));
    if (waits > LEAST_SHOWN) narrow.hatch(pixel, top + height * 0.25, top + height * (0.25 + waits / 2), this.wait);
    if (readys > LEAST_SHOWN) {
      const middle = top + height / 2;
      narrow.fill(pixel, middle - (height * readys) / 8, Math.max(middle + (height * readys) / 8, middle + 1), this.ready);
    }
    if (work > 0) {
      const colour = (slice >= 0 && this.colourOf(slice)) || this.work;
      narrow.fill(pixel, Math.min(bottom - (height - 2) * Math.min(1, work / all), bottom - 1), bottom, colour);
    }
    if (path > 0) narrow.fill(pixel, top + height - MARK_HEIGHT, top + height, this.critical);
  }

  /** Draws the parts that all lanes have in common, after the last lane. */
  finish() {
    this.narrow.draw();
  }
}

/** "17", or "rounds 1 to 10,000, each 1.2 M instructions on average". */
export function roundsText(laps, fold, cost) {
  const number = d3.format(",");
  if (fold.first === fold.last) return number(fold.first);
  return `rounds ${number(fold.first)} to ${number(fold.last)}, each ${costs(laps.mean(fold), cost)} on average`;
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
