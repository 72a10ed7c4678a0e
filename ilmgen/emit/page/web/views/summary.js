// SPDX-License-Identifier: GPL-2.0-or-later
//
// The first screen: the most important figures with a sentence about each, how fast the run is on
// 1, 2, 4 ... processors, and the findings of the report.

import { bytes, costs, percent, ratio } from "../format.js";
import { speedupPlot } from "./speedup.js";

/** {name, value, text} for the figures that the report has. */
function tilesOf(run) {
  const figure = (name) => run.figure(name) ?? 0;
  const [work, span, parallelism] = [figure("work"), figure("span"), figure("parallelism")];
  const away = figure("asleep") + figure("in_io");
  const takesLess = run.schedules.some((schedule) => d3.sum(schedule.work) < d3.sum(run.work));
  const tiles = [
    {
      name: "work",
      value: costs(work, run.cost),
      text: `The work of all threads together${figure("time_1") === work ? ", which is the time on one processor" : ""}.`,
    },
    {
      name: "span",
      value: costs(span, run.cost),
      text: `The longest chain of work in which each piece waits for the one before. ${takesLess ? "On several processors this work takes less time." : "With the recorded order of the locks, no number of processors is faster."}`,
    },
    {
      name: "parallelism",
      value: ratio(parallelism),
      text: away > 0 ? awayText(costs(away, run.cost)) : parallelismText(parallelism),
    },
  ];
  if (figure("waited") > 0) {
    tiles.push({
      name: "waited",
      value: costs(figure("waited"), run.cost),
      text: `The time that all threads together wait for other threads: ${percent(figure("waited") / (work || 1))} of the work.`,
    });
  }
  if (figure("peak") > 0) tiles.push({ name: "peak", value: bytes(figure("peak")), text: heapText(run) });
  return tiles;
}

/** A sleeping thread is on no processor, so work and span are not compared. */
function awayText(time) {
  return `The work divided by the span. In the span threads may sleep or wait for I/O, all together for ${time}.`;
}

function parallelismText(parallelism) {
  if (parallelism < 1.05) return "No two threads work at the same time, so more processors do not help.";
  const threads = Math.ceil(parallelism);
  return `On average this many threads have work at the same time. With more than ${threads} processors, some are idle most of the time.`;
}

function heapText(run) {
  const worst = run.figure("peak_of_any_schedule");
  const text = "The largest amount of heap that is in use at once";
  if (worst === undefined) return `${text}.`;
  const no = worst === run.figure("peak") ? "and no other order of the threads needs more" : `no order of the threads needs more than ${bytes(worst)}`;
  return `${text}; ${no}.`;
}

function showTiles(element, run) {
  const tiles = d3.select(element).append("div").attr("class", "tiles");
  for (const { name, value, text } of tilesOf(run)) {
    const tile = tiles.append("div").attr("class", "tile").attr("data-figure", name);
    tile.append("h3").text(name === "peak" ? "heap" : name);
    tile.append("p").attr("class", "value").text(value);
    tile.append("p").attr("class", "quiet").text(text);
  }
}

const limitHead = "Limit";

/** Shows in one sentence what limits the run. This sentence stands before all numbers. */
function showLimit(element, findings) {
  const limit = findings.find(({ head }) => head === limitHead);
  if (limit !== undefined) d3.select(element).append("p").attr("class", "limit name").text(`${limit.text}.`);
}

/** Shows the report's other findings. A finding without a head continues the one before. */
function showFindings(element, findings) {
  const list = d3.select(element).append("dl").attr("class", "findings");
  for (const { head, text } of findings) {
    if (head === limitHead) continue;
    list.append("dt").text(head);
    list.append("dd").attr("class", "name").text(text);
  }
}

/** Shows what the numbers leave out. It stands before the numbers. */
export function showIncomplete(element, sentences) {
  if (sentences.length === 0) return;
  const note = d3.select(element).append("div").attr("class", "incomplete").attr("role", "note");
  note.append("h2").text("This run is incomplete");
  note.append("ul").selectAll("li").data(sentences).join("li").attr("class", "name").text((sentence) => sentence);
}

export function summaryView(element, run) {
  showIncomplete(element, run.report.incomplete);
  showLimit(element, run.report.findings);
  showTiles(element, run);
  const halves = d3.select(element).append("div").attr("class", "halves");
  showFindings(halves.append("div").node(), run.report.findings);
  speedupPlot(halves.append("div").node(), run);
}
