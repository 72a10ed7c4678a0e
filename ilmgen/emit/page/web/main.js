// SPDX-License-Identifier: GPL-2.0-or-later
//
// Unpacks the run and gives it to the views.

import { Packed } from "./model/packed.js";
import { Run } from "./model/run.js";
import { Selection } from "./selection.js";
import { flamesView } from "./views/flames.js";
import { flowView } from "./views/flow.js";
import { heapView } from "./views/heap.js";
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

function showTitle(run) {
  const name = run.command || "run";
  document.title = `${name} - ILM`;
  d3.select("#command").append("bdi").text(name);
}

function showTrouble(error) {
  d3.select("#trouble").attr("hidden", null).text(`This page cannot be shown: ${error.message}`);
}

async function show() {
  if (!window.DecompressionStream) {
    throw new Error("this browser is from before 2023 and cannot unpack it (DecompressionStream).");
  }
  const run = new Run(await Packed.from(document.getElementById("run").textContent));
  const selection = new Selection();
  showTitle(run);
  performance.mark("unpacked");
  for (const [id, view] of Object.entries(VIEWS)) {
    view(document.getElementById(id), run, selection);
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
