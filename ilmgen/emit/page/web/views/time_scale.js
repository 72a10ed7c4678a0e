// SPDX-License-Identifier: GPL-2.0-or-later
//
// A time axis that views below each other share, so that equal times are in line.

import { TIME_LEFT, TIME_RIGHT } from "../layout.js";

/** The scale from times to pixels of a picture of this width. */
export function timeScale([from, to], width) {
  return d3
    .scaleLinear()
    .domain([from, Math.max(to, from + 1)])
    .range([TIME_LEFT, Math.max(width - TIME_RIGHT, TIME_LEFT + 1)]);
}
