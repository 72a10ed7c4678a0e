// SPDX-License-Identifier: GPL-2.0-or-later
//
// Marks over the heap's layers: the peak, the bound of all schedules, the cursor, the selected
// interval.

import { bytes, rounded } from "../format.js";

/** A bound above this many times the peak is not on the scale, because the levels would be flat. */
const HIGHEST_BOUND = 2;

/** The height of the scale, divided by the highest level, so that there is room above it. */
const ABOVE = 1.08;

export class HeapMarks {
  /** `y`: the scale of bytes. The scale of time, `x`, is set before each drawing. */
  constructor(picture, y) {
    this.y = y;
    const group = picture.append("g").attr("class", "heap-marks").attr("aria-hidden", "true");
    this.faded = group.append("path").attr("class", "heap-faded");
    this.edges = group.append("path").attr("class", "heap-edges");
    this.boundLine = group.append("line").attr("class", "heap-bound");
    this.boundText = group.append("text").attr("class", "heap-bound-text");
    this.peakDot = group.append("circle").attr("class", "heap-peak").attr("r", 4);
    this.peakText = group.append("text");
    this.cursor = group.append("line").attr("class", "heap-cursor");
  }

  /**
   * The end of the scale of bytes. `bound`: the bytes that no schedule exceeds; undefined if not
   * known.
   */
  scaleEnd(peak, bound) {
    return ABOVE * (bound <= HIGHEST_BOUND * peak ? Math.max(bound, peak) : peak) || 1;
  }

  draw(levels, peak, bound, { cursor, interval }) {
    this.drawInterval(interval);
    this.drawPeak(levels.peakTime, peak);
    this.drawBound(levels.peakTime, peak, bound);
    this.drawCursor(cursor);
  }

  isShown(time) {
    return time >= this.x.domain()[0] && time <= this.x.domain()[1];
  }

  /** The ends, in pixels, of the interval within the picture. null: the whole picture. */
  limits(interval) {
    const [left, right] = this.x.range();
    return interval?.map((time) => Math.max(left, Math.min(right, this.x(time)))) ?? [left, right];
  }

  /** Lets everything outside the interval fade. */
  drawInterval(interval) {
    for (const part of [this.faded, this.edges]) part.attr("hidden", interval === null ? true : null);
    if (interval === null) return;
    const [left, right] = this.x.range();
    const [from, to] = this.limits(interval);
    const [bottom, top] = this.y.range();
    const box = (x1, x2) => `M${x1} ${bottom}V${top}H${x2}V${bottom}`;
    this.faded.attr("d", box(left, from) + box(to, right));
    this.edges.attr("d", `M${from} ${bottom}V${top}M${to} ${bottom}V${top}`);
  }

  drawPeak(time, peak) {
    const isShown = this.isShown(time);
    this.peakDot.attr("hidden", isShown ? null : true);
    this.peakText.attr("hidden", isShown ? null : true);
    if (!isShown) return;
    const isLeft = this.isLeft(time);
    this.peakDot.attr("cx", this.x(time)).attr("cy", this.y(peak));
    this.peakText
      .attr("x", this.x(time) + (isLeft ? 8 : -8))
      .attr("y", this.y(peak) - 7)
      .attr("text-anchor", isLeft ? "start" : "end")
      .text(`peak ${bytes(peak)}`);
  }

  isLeft(time) {
    return this.x(time) < d3.mean(this.x.range());
  }

  /** Draws the bound. Its text is on the side where the text of the peak is not. */
  drawBound(peakTime, peak, bound) {
    const isKnown = bound !== undefined;
    this.boundLine.attr("hidden", isKnown ? null : true);
    this.boundText.attr("hidden", isKnown ? null : true);
    if (!isKnown) return;
    const fits = bound <= this.y.domain()[1];
    const [left, right] = this.x.range();
    const height = fits ? this.y(bound) : this.y.range()[1];
    this.boundLine.attr("x1", left).attr("x2", right).attr("y1", height).attr("y2", height);
    const above = `, ${rounded(bound / peak)} times the peak, which is above this picture`;
    const isRight = this.isShown(peakTime) && this.isLeft(peakTime);
    this.boundText
      .attr("x", isRight ? right : left + 4)
      .attr("y", height - 5)
      .attr("text-anchor", isRight ? "end" : "start")
      .text(`${fits ? "" : "↑ "}no schedule needs more than ${bytes(bound)}${fits ? "" : above}`);
  }

  drawCursor(time) {
    const isShown = time !== null && this.isShown(time);
    this.cursor.attr("hidden", isShown ? null : true);
    if (!isShown) return;
    const [bottom, top] = this.y.range();
    this.cursor.attr("x1", this.x(time)).attr("x2", this.x(time)).attr("y1", bottom).attr("y2", top);
  }
}
