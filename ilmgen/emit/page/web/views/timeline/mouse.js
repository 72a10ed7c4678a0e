// SPDX-License-Identifier: GPL-2.0-or-later
//
// The timeline by mouse.

import { pointer, withEvent } from "../../d3_events.js";
import { costs, plainName } from "../../format.js";
import { TIME_LEFT } from "../../layout.js";
import { roundsText } from "./draw_lanes.js";

const ROUNDS_TIP = "Click: show ten of them";
const ROUND_TIP = "Click: choose it as interval";
const FOLD_TIP = "Click: fold these threads into one row, or unfold them (f)";

export class TimelineMouse {
  /**
   * `selection`: that of the picture. `tip(slice)`: returns a text about a slice, or about -1.
   * `select(slice)`: called after a click, unless the click folds or unfolds a group.
   * `hasIntervals`: whether dragging with Shift chooses an interval.
   */
  constructor(picture, selection, { tip, select, hasIntervals }) {
    Object.assign(this, { picture, selection, tip, select, hasIntervals });
    this.canvas = d3.select(picture.canvas.node);
    this.listen();
  }

  listen() {
    const { picture } = this;
    const at = (event) => pointer(event, picture.canvas.node);
    this.canvas.on("wheel", withEvent((event) => {
      if (document.activeElement !== picture.canvas.node && !event.ctrlKey) return;
      event.preventDefault();
      const [left] = at(event);
      if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) picture.pan(event.deltaX / picture.canvas.width);
      else picture.zoom(2 ** (-event.deltaY / 200), picture.timeAt(left));
    }));
    this.canvas.on("mousemove", withEvent((event) => {
      const [left, top] = at(event);
      const group = picture.groupAt(left, top);
      const rounds = picture.roundsAt(left, top);
      if (group) picture.canvas.node.title = `${plainName(group.name)}. ${FOLD_TIP}`;
      else picture.canvas.node.title = rounds ? this.tipOfRounds(rounds) : this.tip(picture.sliceAt(left, top));
      this.canvas.style("cursor", group || rounds ? "pointer" : null);
      this.selection.choose({ cursor: left < TIME_LEFT ? null : picture.timeAt(left) });
    }));
    this.canvas.call(
      d3
        .drag()
        .filter(withEvent(({ button }) => button === 0))
        .on("start", withEvent((event) => this.beginDrag(event)))
        .on("drag", withEvent((event) => this.drag(event)))
        .on("end", () => this.endDrag())
    );
  }

  tipOfRounds({ laps, fold }) {
    const text = roundsText(laps, fold, this.picture.run.cost);
    if (fold.first < fold.last) return `${plainName(laps.name)}: ${text}. ${ROUNDS_TIP}`;
    const tip = this.hasIntervals ? `. ${ROUND_TIP}` : "";
    return `${plainName(laps.name)}: round ${text}, ${costs(fold.to - fold.from, this.picture.run.cost)}${tip}`;
  }

  /** Zooms into rounds that are folded; chooses a round as interval. */
  showRounds(rounds, time) {
    const { from, to, first, last } = rounds.fold;
    if (first < last) this.picture.showRounds(rounds, time);
    else if (this.hasIntervals) this.selection.choose({ interval: [from, to] });
  }

  beginDrag({ x, y, sourceEvent }) {
    this.picture.canvas.node.focus({ preventScroll: true });
    const chooses = this.hasIntervals && sourceEvent.shiftKey;
    this.dragged = { x, y, last: x, far: false, time: this.picture.timeAt(x), chooses };
  }

  drag({ x }) {
    const { picture, dragged } = this;
    dragged.far = dragged.far || Math.abs(x - dragged.x) > 3;
    if (!dragged.far) return;
    if (dragged.chooses) {
      const times = [dragged.time, picture.timeAt(x)];
      this.selection.choose({ interval: times.sort((a, b) => a - b) });
    } else {
      picture.pan((dragged.last - x) / (picture.canvas.width - TIME_LEFT));
    }
    dragged.last = x;
  }

  endDrag() {
    const { x, y, far } = this.dragged;
    if (far) return;
    const group = this.picture.groupAt(x, y);
    const rounds = this.picture.roundsAt(x, y);
    if (group) this.picture.toggle(group);
    else if (rounds) this.showRounds(rounds, this.picture.timeAt(x));
    else this.select(this.picture.sliceAt(x, y));
  }
}
