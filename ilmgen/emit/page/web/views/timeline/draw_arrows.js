// SPDX-License-Identifier: GPL-2.0-or-later
//
// Arrows of the timeline, from an event to the threads that could go on because of it.

/** The most arrows that a person can tell apart. */
const MOST_ARROWS = 150;

export class ArrowPainter {
  /** `x(time)` and `y(thread)` return pixels. Only arrows within [from, to] are drawn. */
  constructor(context, run, schedule, x, y) {
    Object.assign(this, { context, run, schedule, x, y });
  }

  /**
   * Draws arrows between pairs of slices [from, to]. Draws none at all if too many of them are in
   * view.
   */
  arrows(pairs, colour, width) {
    const [begin, end] = this.x.domain();
    const seen = pairs.filter(
      ([from, to]) => this.timeOf(from, to) >= begin && this.schedule.end[from] <= end
    );
    if (seen.length > MOST_ARROWS) return;
    this.context.strokeStyle = this.context.fillStyle = colour;
    this.context.lineWidth = width;
    for (const [from, to] of seen) this.arrow(from, to);
  }

  /** The time at which `to` goes on: its end or, for a thread's first slice, its beginning. */
  timeOf(from, to) {
    const thread = this.run.threadOf(to);
    const isFirst = to === this.run.threadSlices[thread];
    return isFirst && this.run.path[to] & 1 && this.schedule.cause[to] !== from
      ? this.schedule.threadBegin[thread]
      : this.schedule.end[to];
  }

  arrow(from, to) {
    const [x1, y1] = [this.x(this.schedule.end[from]), this.y(this.run.threadOf(from))];
    const [x2, y2] = [this.x(this.timeOf(from, to)), this.y(this.run.threadOf(to))];
    if (y1 === y2) return;
    const { context } = this;
    const bend = Math.min(24, 8 + Math.abs(y2 - y1) / 6);
    context.beginPath();
    context.moveTo(x1, y1);
    context.bezierCurveTo(x1 + bend, y1, x2 - bend, y2, x2, y2);
    context.stroke();
    context.beginPath();
    context.moveTo(x2, y2);
    context.lineTo(x2 - 6, y2 - 3.5);
    context.lineTo(x2 - 6, y2 + 3.5);
    context.fill();
  }
}
