// SPDX-License-Identifier: GPL-2.0-or-later
//
// Of views that an interval does not change.

/** Says so while there is an interval. */
export function tellOfWholeRun(element, selection, who) {
  const note = d3.select(element).append("p").attr("class", "quiet").attr("hidden", true);
  note.text("Of the whole run, not of the interval: the report counts these once.");
  selection.on("interval", who, () => note.attr("hidden", selection.interval ? null : true));
}
