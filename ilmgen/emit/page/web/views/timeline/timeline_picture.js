// SPDX-License-Identifier: GPL-2.0-or-later
//
// The timeline's canvas: lanes, arrows, and the selection.

import { functionColour } from "../../colours.js";
import { TIME_LEFT, TIME_RIGHT } from "../../layout.js";
import { Lanes } from "../../model/lanes.js";
import { Rows } from "../../model/rows.js";
import { Canvas } from "../canvas.js";
import { timeScale } from "../time_scale.js";
import { ArrowPainter } from "./draw_arrows.js";
import { AXIS_HEIGHT, LEAST_ROUND, LanePainter } from "./draw_lanes.js";

const MOST_HEIGHT = 480;
/** Rounds that are shown of those that are folded. */
const SHOWN_ROUNDS = 10;
/** The height of a row with a name. With more rows the canvas would be higher than browsers can draw. */
const NAMED_HEIGHT = 11;
const MOST_NAMED = 2900;
/** With at most this many waits in view, their arrows are drawn. */
const FEW_SLICES = 60;
/** How many of the found slices are marked. */
const MOST_MARKS = 4000;

export class TimelinePicture {
  /**
   * `run`: the run or plan of the lanes. `title`: a text for persons who do not see the picture.
   */
  constructor(parent, run, selection, path, title) {
    Object.assign(this, { parent, run, selection, path });
    this.byFunction = true;
    this.search = null;
    /** The axis goes at least this far, because another run may take longer. */
    this.leastEnd = 0;
    this.visible = [0, this.schedule.time];
    this.lanes = new Lanes(run, this.schedule);
    this.rows = new Rows(run);
    const height = () => this.topOfRow(this.rows.list.length) + 4;
    const label = `${title}. The panel below says what is selected.`;
    this.canvas = new Canvas(parent, label, height, (...all) => this.draw(...all));
    parent.addEventListener("scroll", () => this.redraw());
  }

  get schedule() {
    return this.run.schedules[this.selection.schedule];
  }

  /** The height of a row. */
  get rowHeight() {
    const rows = this.rows.list.length;
    const least = rows > MOST_NAMED ? 7 : NAMED_HEIGHT;
    return Math.max(least, Math.min(34, Math.floor(MOST_HEIGHT / Math.max(1, rows))));
  }

  /** Where the axis ends. */
  get end() {
    return Math.max(this.schedule.time, this.leastEnd);
  }

  /** To be called after another schedule has been chosen. */
  reschedule() {
    this.lanes = new Lanes(this.run, this.schedule);
    this.show(0, this.end);
  }

  /** Shows the times from `from` to `to`: at most the whole axis, and at least 10 units of cost. */
  show(from, to) {
    const { end } = this;
    const length = Math.min(Math.max(to - from, 10), Math.max(end, 10));
    const begin = Math.max(0, Math.min(from, end - length));
    this.visible = [begin, begin + length];
    this.selection.choose({ visible: this.visible });
    this.redraw();
  }

  /** Zooms by a factor around a time. */
  zoom(factor, time = (this.visible[0] + this.visible[1]) / 2) {
    const [from, to] = this.visible;
    this.show(time - (time - from) / factor, time + (to - time) / factor);
  }

  pan(part) {
    const [from, to] = this.visible;
    this.show(from + part * (to - from), to + part * (to - from));
  }

  /** Moves the slice into view. */
  reveal(slice) {
    const [from, to] = this.visible;
    const [begin, end] = [this.lanes.beginOf(slice), this.schedule.end[slice]];
    const length = Math.max(to - from, (end - begin) * 1.2);
    if (begin < from || end > to) this.show((begin + end - length) / 2, (begin + end + length) / 2);
    this.revealRow(this.rows.rowOf(this.run.threadOf(slice)));
  }

  revealRow(row) {
    const top = this.topOfRow(row);
    const { scrollTop, clientHeight } = this.parent;
    if (top < scrollTop + AXIS_HEIGHT || top + this.rowHeight > scrollTop + clientHeight) {
      this.parent.scrollTop = top - clientHeight / 2;
    }
  }

  /** Folds a group of Rows, or unfolds it. */
  toggle(group) {
    this.rows.toggle(group);
    this.refit();
    this.revealRow(this.rows.list.findIndex((row) => row.group === group));
  }

  /**
   * Unfolds the group that hides the thread of the selected slice, or else folds the thread's
   * group. If no slice is selected, folds or unfolds all groups.
   */
  toggleSelected() {
    const { slice } = this.selection;
    const group = slice < 0 ? undefined : this.rows.nextGroup(this.run.threadOf(slice));
    if (group) this.toggle(group);
    else if (slice < 0) this.toggleAll();
  }

  /** Folds the group around the row of the selected slice. */
  foldAround() {
    const { slice } = this.selection;
    const group = slice < 0 ? undefined : this.rows.groupAround(this.run.threadOf(slice));
    if (group) this.toggle(group);
  }

  toggleAll() {
    this.rows.toggleAll();
    this.refit();
  }

  /** Fits the canvas to the rows after they have changed. */
  refit() {
    this.canvas.resize();
    this.redraw();
  }

  redraw() {
    this.canvas.redraw();
  }

  x() {
    return timeScale(this.visible, this.canvas.width);
  }

  timeAt(pixel) {
    return Math.max(0, Math.min(this.x().invert(pixel), this.end));
  }

  /** The number of the row at a height; negative above the first one. */
  rowAt(pixel) {
    return Math.floor((pixel - AXIS_HEIGHT) / this.rowHeight);
  }

  /**
   * The slice at a point of the canvas. In a row of several threads, it is a slice that works. -1:
   * there is none.
   */
  sliceAt(left, top) {
    const row = this.rows.list[this.rowAt(top)];
    return row === undefined || left < TIME_LEFT ? -1 : this.lanes.findAmong(row.threads, this.timeAt(left));
  }

  /** The group that a click on a point of the canvas folds or unfolds; null: there is none. */
  groupAt(left, top) {
    const row = this.rows.list[this.rowAt(top)];
    return row && (left < TIME_LEFT || !row.isFolded) ? row.group : null;
  }

  /** {laps, fold}: the rounds at a point of the canvas; null: there are none. */
  roundsAt(left, top) {
    const laps = this.lanes.laps[this.rows.list[this.rowAt(top)]?.meeting];
    if (!laps || left < TIME_LEFT) return null;
    const x = this.x();
    const time = this.timeAt(left);
    const shown = laps.folds(...x.domain(), x.invert(LEAST_ROUND) - x.invert(0));
    const fold = shown.find(({ from, to }) => from <= time && time < to);
    return fold ? { laps, fold } : null;
  }

  /** Zooms to some of the rounds of a fold, around a time. */
  showRounds({ laps, fold }, time) {
    const length = SHOWN_ROUNDS * laps.mean(fold);
    this.show(time - length / 2, time + length / 2);
  }

  draw(context, width, height, colours) {
    const x = this.x();
    const colourOf = (slice) => {
      const name = this.byFunction ? this.run.functionOf(slice) : -1;
      return name < 0 ? null : functionColour(this.run.names[name]);
    };
    const first = Math.max(0, this.rowAt(Math.max(this.parent.scrollTop, AXIS_HEIGHT)));
    const last = first + Math.ceil(this.parent.clientHeight / this.rowHeight) + 1;
    const { list } = this.rows;
    const rows = list.slice(first, last);
    const view = { width, top: this.topOfRow(first), bottom: Math.min(this.topOfRow(last), height), rows };
    const painter = new LanePainter(context, this.lanes, x, view, colours, colourOf);
    painter.axis();
    rows.forEach((row, i) => {
      const isFirst = first + i > 0 && row.process !== list[first + i - 1].process;
      painter.row(row, isFirst, this.topOfRow(first + i), this.rowHeight);
    });
    painter.finish();
    this.drawChosen(context, x, width, height, colours);
    this.drawArrows(context, x, colours);
  }

  topOfRow(row) {
    return AXIS_HEIGHT + this.rowHeight * row;
  }

  /** The top of the row that shows a thread. */
  topOf(thread) {
    return this.topOfRow(this.rows.rowOf(thread));
  }

  drawArrows(context, x, colours) {
    const y = (thread) => this.topOf(thread) + this.rowHeight / 2;
    const painter = new ArrowPainter(context, this.run, this.schedule, x, y);
    painter.arrows(this.fewWaits(), colours("quiet"), 1);
    if (this.selection.schedule === 0) painter.arrows(this.path.crossings, colours("critical"), 1.5);
    const { slice } = this.selection;
    if (slice < 0) return;
    const pairs = [...this.run.sources(slice)].map((source) => [source, slice]);
    if (this.schedule.cause[slice] >= 0) pairs.push([this.schedule.cause[slice], slice]);
    painter.arrows(pairs, colours("selected"), 1.5);
  }

  /**
   * The pairs of waits in view and the slices that have ended them. Empty if there are too many.
   */
  fewWaits() {
    const pairs = [];
    for (let thread = 0; thread < this.run.threads.length; thread++) {
      const last = Math.min(this.lanes.sliceAt(thread, this.visible[1]) + 1, this.run.threadSlices[thread + 1]);
      for (let slice = this.lanes.sliceAt(thread, this.visible[0]); slice < last; slice++) {
        if (this.schedule.cause[slice] < 0) continue;
        if (pairs.length === FEW_SLICES) return [];
        pairs.push([this.schedule.cause[slice], slice]);
      }
    }
    return pairs;
  }

  drawChosen(context, x, width, height, colours) {
    const { slice, interval, cursor } = this.selection;
    if (this.search && !this.search.isEmpty) this.drawFound(context, x, colours);
    context.fillStyle = colours("accent");
    if (interval) {
      context.globalAlpha = 0.15;
      context.fillRect(x(interval[0]), 0, x(interval[1]) - x(interval[0]), height);
      context.globalAlpha = 1;
      for (const edge of interval) context.fillRect(x(edge) - 1, 0, 2, height);
    }
    if (cursor !== null) context.fillRect(x(cursor), 0, 1, height);
    if (slice >= 0) this.outline(context, x, slice, colours("selected"), 2);
  }

  drawFound(context, x, colours) {
    let left = MOST_MARKS;
    const [from, to] = this.visible;
    for (let thread = 0; thread < this.run.threads.length; thread++) {
      const last = Math.min(this.lanes.sliceAt(thread, to) + 1, this.run.threadSlices[thread + 1]);
      for (let slice = this.lanes.sliceAt(thread, from); slice < last && left > 0; slice++, left--) {
        if (this.search.matches(slice)) this.outline(context, x, slice, colours("accent"), 1);
      }
    }
  }

  outline(context, x, slice, colour, width) {
    const left = Math.max(x(this.lanes.beginOf(slice)), TIME_LEFT - 2);
    const right = Math.min(x(this.schedule.end[slice]), this.canvas.width - TIME_RIGHT + 2);
    if (right < left) return;
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.strokeRect(left, this.topOf(this.run.threadOf(slice)), Math.max(right - left, 2), this.rowHeight);
  }
}
