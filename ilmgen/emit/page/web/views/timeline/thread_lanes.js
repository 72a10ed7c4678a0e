// SPDX-License-Identifier: GPL-2.0-or-later
//
// The lanes of a run's threads, with control by keyboard and mouse.

import { costs, costsBeside } from "../../format.js";
import { criticalPathOf } from "../../model/path.js";
import { onKeys, timelineKeys } from "./keys.js";
import { TimelineMouse } from "./mouse.js";
import { TimelinePicture } from "./timeline_picture.js";

export class ThreadLanes {
  /**
   * `title`: a text for persons who do not see the picture. `hasIntervals`: whether the user can
   * choose an interval. `run` must have slices.
   */
  constructor(place, run, selection, title, hasIntervals) {
    Object.assign(this, { run, selection, hasIntervals });
    this.path = criticalPathOf(run);
    /** Slices that were left by "who held me up". */
    this.trail = [];
    this.picture = new TimelinePicture(place, run, selection, this.path, title);
    this.canvas = d3.select(this.picture.canvas.node);
  }

  listen() {
    onKeys(this.canvas, timelineKeys(this));
    const tip = (slice) => this.tip(slice);
    const select = (slice) => this.select(slice, false);
    new TimelineMouse(this.picture, this.selection, { tip, select, hasIntervals: this.hasIntervals });
  }

  tip(slice) {
    if (slice < 0) return "";
    const name = this.run.functionOf(slice);
    const wait = this.picture.schedule.wait[slice];
    const waits = wait > 0 ? `, then waits for ${costsBeside(wait, this.run.cost)}` : "";
    const work = `${costs(this.run.work[slice], this.run.cost)}${name < 0 ? "" : ` in ${this.run.names[name]}`}`;
    return `${this.run.threads[this.run.threadOf(slice)].name}: ${work}${waits}; ${this.run.eventName(slice)}`;
  }

  select(slice, forgets = true) {
    if (forgets) this.trail = [];
    this.selection.choose({ slice });
  }

  /** Goes from a wait to the slice that has ended it, and from work to the wait before it. */
  heldUp() {
    const { slice } = this.selection;
    if (slice < 0) return;
    const { cause } = this.picture.schedule;
    const first = this.run.threadSlices[this.run.threadOf(slice)];
    let waits = slice;
    while (waits > first && cause[waits] < 0) waits--;
    if (cause[waits] < 0) return;
    this.trail.push(slice);
    this.selection.choose({ slice: cause[waits] });
  }

  back() {
    if (this.trail.length > 0) this.selection.choose({ slice: this.trail.pop() });
  }

  chooseSliceAsInterval() {
    const { slice } = this.selection;
    if (slice < 0 || !this.hasIntervals) return;
    this.selection.choose({ interval: [this.picture.schedule.begin[slice], this.picture.schedule.end[slice]] });
  }
}
