// SPDX-License-Identifier: GPL-2.0-or-later
//
// Unpacks the run, or two runs, and gives them to the views.

import { tellApart } from "./colours.js";
import { Packed } from "./model/packed.js";
import { Run } from "./model/run.js";
import { Comparison } from "./model/comparison.js";
import { Selection } from "./selection.js";
import { compareFlamesView } from "./views/compare/compare_flames.js";
import { compareSummaryView } from "./views/compare/compare_summary.js";
import { compareTablesView } from "./views/compare/compare_tables.js";
import { compareTimelinesView } from "./views/compare/compare_timelines.js";
import { flamesView } from "./views/flames.js";
import { flowView } from "./views/flow.js";
import { heapView } from "./views/heap.js";
import { legendFunctions } from "./views/legend.js";
import { neighbourhoodView } from "./views/neighbourhood.js";
import { planView } from "./views/plan.js";
import { summaryView } from "./views/summary.js";
import { tablesView } from "./views/tables.js";
import { timelineView } from "./views/timeline.js";

const VIEWS = {
  summary: summaryView,
  timeline: timelineView,
  plan: planView,
  flames: flamesView,
  heap: heapView,
  neighbourhood: neighbourhoodView,
  flow: flowView,
  tables: tablesView,
};

/**
 * The views of two runs. Each of them gets the Comparison, and the selection of the present run.
 */
const COMPARE_VIEWS = {
  summary: compareSummaryView,
  timeline: compareTimelinesView,
  flames: compareFlamesView,
  tables: compareTablesView,
};

function showTitle(name) {
  document.title = `${name} - ILM`;
  d3.select("#command").append("bdi").text(name);
}

function showTrouble(error) {
  d3.select("#trouble").attr("hidden", null).text(`This page cannot be shown: ${error.message}`);
}

/** Hides the parts of the page that have no view. */
function showParts(views) {
  for (const id of Object.keys(VIEWS).filter((that) => !(that in views))) {
    d3.select(`#${id}`).attr("hidden", true);
    d3.select(`nav a[href="#${id}"]`).attr("hidden", true);
  }
}

/** The run that an element of the page contains; null if it contains none. */
async function runIn(id) {
  const text = document.getElementById(id).textContent;
  return text === "" ? null : new Run(await Packed.from(text));
}

async function show() {
  if (!window.DecompressionStream) {
    throw new Error("this browser is from before 2023 and cannot unpack it (DecompressionStream).");
  }
  const [run, before] = [await runIn("run"), await runIn("before")];
  const selection = new Selection();
  const name = run.command || "run";
  showTitle(before === null ? name : `${name}, compared with ${run.report.compared_with}`);
  performance.mark("unpacked");
  const views = before === null ? VIEWS : COMPARE_VIEWS;
  const shown = before === null ? run : new Comparison(before, run);
  showParts(views);
  tellApart(legendFunctions(before === null ? [run] : [before, run]));
  for (const [id, view] of Object.entries(views)) {
    view(document.getElementById(id), shown, selection);
    // Lets the browser show this view while the others are made.
    await new Promise((goOn) => setTimeout(goOn));
  }
  performance.mark("shown");
  document.body.dataset.shown = "true";
}

show().catch((error) => {
  showTrouble(error);
  throw error;
});
