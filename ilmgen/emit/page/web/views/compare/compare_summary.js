// SPDX-License-Identifier: GPL-2.0-or-later
//
// The first screen about two runs: what has changed, the cause of the change, and the figures of
// both runs.

import { cell, changedPart, costs } from "../../format.js";
import { showIncomplete } from "../summary.js";

const CHANGE_HEAD = "Change";
/**
 * The head of a finding. Its first line is left out, because the figures already say it. The next
 * lines say the time on 1, 2, 4 ... processors.
 */
const WORK_HEAD = "Work";

const FIGURE_TEXTS = {
  time: "How long the run takes with a processor for each thread: the longest chain of work in which each piece waits for the one before.",
  work: "The work of all threads together.",
  parallelism: "Work divided by time: how many threads have work at the same time, on average.",
  waits: "The time that all threads together wait.",
  heap: "The largest amount of heap that is in use at once.",
};

function showCommands(element, { before, now }) {
  if (before.command === now.command) return;
  const list = element.append("dl").attr("class", "findings");
  for (const [head, { command }] of [["Before", before], ["Now", now]]) {
    list.append("dt").text(head);
    list.append("dd").attr("class", "name").text(command || "The log does not name the command.");
  }
}

function showBothFigures(element, comparison) {
  const tiles = element.append("div").attr("class", "tiles");
  const text = (value, measure) => (measure === "work" ? costs(value, comparison.cost) : cell(value, measure));
  for (const { name, before, now, measure } of comparison.figures()) {
    if (before === 0 && now === 0) continue;
    const tile = tiles.append("div").attr("class", "tile").attr("data-figure", name);
    tile.append("h3").text(name);
    tile.append("p").attr("class", "value").text(text(now, measure));
    tile.append("p").attr("class", "changed").text(`${changedPart(before, now)}${before === now ? "" : ` (before: ${text(before, measure)})`}`);
    tile.append("p").attr("class", "quiet").text(FIGURE_TEXTS[name]);
  }
}

function showOtherFindings(element, findings) {
  const list = element.append("dl").attr("class", "findings");
  let before = "";
  for (const { head, text } of findings) {
    if (head !== CHANGE_HEAD && head !== WORK_HEAD) {
      list.append("dt").text(head === "" && before === WORK_HEAD ? "Processors" : head);
      list.append("dd").attr("class", "name").text(text);
    }
    before = head;
  }
}

export function compareSummaryView(node, comparison) {
  const element = d3.select(node);
  const { incomplete, findings } = comparison.now.report;
  showIncomplete(node, incomplete);
  const change = findings.find(({ head }) => head === CHANGE_HEAD);
  if (change !== undefined) element.append("p").attr("class", "limit name").text(`${change.text}.`);
  showCommands(element, comparison);
  showBothFigures(element, comparison);
  showOtherFindings(element, findings);
}
