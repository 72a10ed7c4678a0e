// SPDX-License-Identifier: GPL-2.0-or-later
//
// Some lines of text beside the mouse pointer.

import { plainName } from "../format.js";

const TIP_LETTERS = 300;
const TIP_AWAY = 14; // from the mouse, in pixels

export class FlameTip {
  constructor(element) {
    this.element = element.append("div").attr("class", "flame-tip").attr("role", "tooltip").attr("hidden", true);
  }

  /** The first line is a name. */
  show(lines, x, y) {
    const parts = this.element.attr("hidden", null).selectAll("div").data(lines);
    parts.exit().remove();
    parts
      .enter()
      .append("div")
      .merge(parts)
      .attr("class", (_, i) => (i === 0 ? "name" : "quiet"))
      .text((line) => plainName(line, TIP_LETTERS));
    const { offsetWidth, offsetHeight } = this.element.node();
    const left = Math.min(x + TIP_AWAY, window.innerWidth - offsetWidth - TIP_AWAY);
    const below = y + TIP_AWAY + offsetHeight < window.innerHeight;
    this.element
      .style("left", `${Math.max(left, 0)}px`)
      .style("top", `${Math.max(below ? y + TIP_AWAY : y - TIP_AWAY - offsetHeight, 0)}px`);
  }

  hide() {
    this.element.attr("hidden", true);
  }
}
