// SPDX-License-Identifier: GPL-2.0-or-later
//
// A plan of the run, as ilmgen --plan makes it: when each step runs and on which processor, the
// memory that the steps book, and how the time depends on the memory.

import { bytes, costs, ratio } from "../format.js";
import { Selection } from "../selection.js";
import { showLegend } from "./legend.js";
import { BookedPlot } from "./plan/booked_plot.js";
import { curvePlot } from "./plan/curve_plot.js";
import { showStep } from "./plan/step_details.js";
import { laneKeys, onKeys } from "./timeline/keys.js";
import { TimelineMouse } from "./timeline/mouse.js";
import { Search } from "./timeline/search.js";
import { TimelinePicture } from "./timeline/timeline_picture.js";
import { ReportTable } from "./table.js";

const PLAN_KEYS =
  "Click into the timeline first. Wheel or + and −: zoom. Drag: move. ← →: go to the steps of the processor. " +
  "↑ ↓: go to another processor. n, p: go to the next or previous step of the thread. 0: show all. Esc: select nothing.";

/** The plan in words, a sentence each. */
function sentencesOfPlan({ planning, cost }) {
  const { processors, memory, makespan, peak, makespan_is_exact: isShortest } = planning.plan;
  const times = planning.timesAsLong(makespan);
  const long = times > 1 ? `, ${ratio(times)} times as long as with enough memory` : "";
  const used = planning.lanes.threads.length;
  return [
    `The plan for ${counted(processors, "processor")} and ${bytes(memory)}: ${costs(makespan, cost)}${long}.`,
    `It books ${bytes(peak)} at most.`,
    isShortest ? "No plan within these limits is shorter." : "",
    used < processors ? `${counted(used, "processor")} ${used === 1 ? "is" : "are"} enough for it.` : "",
  ].filter((sentence) => sentence !== "");
}

function counted(number, what) {
  return `${d3.format(",")(number)} ${what}${number === 1 ? "" : "s"}`;
}

/** The timeline of processors, and the booked memory below it. */
class PlanTimeline {
  constructor(element, run, selection) {
    Object.assign(this, { whole: run, common: selection, planning: run.planning });
    /** The timeline's run is the plan: its threads are processors. */
    this.run = this.planning.lanes;
    /** The times and bars are those of the plan, not of the run. */
    this.selection = new Selection();
    this.path = { next: (bar, step) => this.run.next(bar, step), crossings: [] };
    element.append("p").attr("class", "plan-sentences").text(sentencesOfPlan(run).join(" "));
    const toolbar = element.append("div").attr("class", "toolbar");
    const place = element.append("div").attr("class", "lanes");
    const title = "Timeline of the plan's processors";
    this.picture = new TimelinePicture(place.node(), this.run, this.selection, this.path, title);
    this.canvas = d3.select(this.picture.canvas.node);
    const button = toolbar.append("button").attr("type", "button").text("All (0)");
    button.on("click", () => this.picture.show(0, this.picture.schedule.time));
    this.moment = toolbar.append("span").attr("class", "quiet plan-moment");
    /** The plot of booked memory; null if nothing is booked. */
    this.booked = this.planning.needsMemory
      ? new BookedPlot(element.append("div"), this.planning, this.selection, run.cost)
      : null;
    this.legend(element.append("p").attr("class", "quiet legend"));
    this.details = element.append("div").attr("class", "details").attr("aria-live", "polite");
    element.append("p").attr("class", "quiet").text(PLAN_KEYS);
  }

  show() {
    onKeys(this.canvas, laneKeys(this));
    const [tip, select] = [(bar) => this.tip(bar), (bar) => this.select(bar)];
    new TimelineMouse(this.picture, this.selection, { tip, select, hasIntervals: false });
    this.canvas.on("mouseleave", () => this.selection.choose({ cursor: null }));
    this.listen();
    this.tellStep();
    this.picture.show(0, this.picture.schedule.time);
  }

  legend(element) {
    const { memory, least_memory: least } = this.planning.plan;
    const ofMemory = [
      ["booked", "booked memory"],
      ["limit", `limit: ${bytes(memory)}`],
      ["least", `least memory: ${bytes(least)}`],
    ];
    showLegend(element, [["work", "a step, in the colour of its function"], ...(this.booked ? ofMemory : [])]);
    if (this.run.joinedWithin === 0) return;
    const { joinedWithin, allSteps, slices } = this.run;
    const summed = `${counted(allSteps, "step")} are summed to ${counted(slices, "bar")}`;
    const within = costs(joinedWithin, this.whole.cost);
    element.append("span").attr("class", "plan-summed").text(`${summed}: a bar contains a processor's steps within ${within}.`);
  }

  tip(bar) {
    if (bar < 0) return "";
    return `${this.run.barName(bar)}, ${costs(this.run.work[bar], this.whole.cost)}; ${this.run.eventName(bar)}`;
  }

  listen() {
    const { selection, common, picture } = this;
    selection.on("slice", "plan", () => {
      if (selection.slice >= 0) picture.reveal(selection.slice);
      this.tellStep();
      picture.redraw();
    });
    selection.on("visible", "plan", () => this.booked?.draw());
    selection.on("cursor", "plan", () => {
      this.tellMoment();
      picture.redraw();
      this.booked?.mark();
    });
    common.on("slice", "plan", () => this.follow());
    common.on("search", "plan", () => this.markFound());
  }

  /** Follows when other views have selected a slice. */
  follow() {
    const { selection, common, run } = this;
    if (selection.slice >= 0 && run.slice[selection.slice] === common.slice) return;
    selection.choose({ slice: common.slice < 0 ? -1 : run.barOf(common.slice) });
  }

  /** Marks what is searched for in the run, as the timeline of threads does. */
  markFound() {
    const { whole, common, run, picture } = this;
    const found = new Search(whole, common.search);
    picture.search = { isEmpty: found.isEmpty, matches: (bar) => found.matches(run.slice[bar]) };
    picture.redraw();
  }

  /** Selects a bar. Other views follow. */
  select(bar) {
    this.selection.choose({ slice: bar });
    this.common.choose({ slice: bar < 0 ? -1 : this.run.slice[bar] });
  }

  tellStep() {
    showStep(this.details.node(), this.whole, this.selection.slice);
  }

  tellMoment() {
    const { cursor } = this.selection;
    const { booked } = this.planning;
    this.moment.text(cursor === null ? "" : `${bytes(booked.at(cursor))} booked at ${costs(cursor, this.whole.cost)}`);
  }
}

/** The reasons why no plan is shorter, or needs less memory: {name, value, text}. */
function boundsOf({ planning: { curve, plan }, cost }) {
  const all = { ...curve.bounds, ...plan?.bounds };
  const work = (number) => costs(number, cost);
  const texts = [
    ["work per processor", all.work_per_processor, work, "all work, divided by the number of processors"],
    ["span", all.span, work, "the longest chain of steps"],
    ["memory times time", all.memory_times_time, work, "the sum of each step's work times the memory that it books, divided by the memory"],
    ["chain or conflict", all.heaviest_chain_or_conflict, work, "the largest work that was found in steps of which no two can run at the same time"],
    ["least memory", all.least_memory, bytes, "no order of the steps needs less"],
    ["enough memory", all.enough_memory, bytes, "no schedule with the recorded order of the locks needs more"],
    ["any lock order", all.enough_memory_any_locks, bytes, "no schedule needs more, even if locks are taken in another order"],
  ];
  // A curve has fewer bounds than a plan, and those of very large runs are not known.
  const known = texts.filter(([, value]) => value !== undefined && value !== null);
  return known.map(([name, value, format, text]) => ({ name, value: format(value), text }));
}

function showBounds(element, run) {
  element.append("h3").text("Bounds");
  const about = "No plan takes less time than the largest of the bounds on time.";
  element.append("p").attr("class", "quiet").text(about);
  const list = element.append("dl").attr("class", "findings");
  for (const { name, value, text } of boundsOf(run)) {
    list.append("dt").text(name);
    list.append("dd").text(`${value}: ${text}`);
  }
}

/** The points of the curve, as numbers. */
function curveTable({ planning }) {
  const { processors, points } = planning.curve;
  return {
    name: "points_of_the_curve",
    about:
      "The duration of the shortest plan that was found for " +
      `${counted(processors, "processor")}, by the memory that it may use. No plan is shorter than the bound.`,
    columns: [
      { key: "memory", measure: "bytes" },
      { key: "makespan", measure: "work" },
      { key: "times_as_long", measure: "ratio" },
      { key: "bound", measure: "work" },
    ],
    rows: points.map(({ memory, makespan, bound, makespan_is_exact: isShortest }) => [
      memory,
      makespan,
      planning.timesAsLong(makespan),
      isShortest ? makespan : bound,
    ]),
    left_out: 0,
  };
}

export function planView(element, run, selection) {
  if (run.planning === null) return;
  const view = d3.select(element).attr("hidden", null);
  d3.select('nav a[href="#plan"]').attr("hidden", null);
  view.append("h2").text("Plan");
  view.append("p").attr("class", "plan-sentences plan-curve-sentences").text(run.planning.sentences.join(" "));
  if (run.planning.lanes?.slices > 0) new PlanTimeline(view, run, selection).show();
  const halves = view.append("div").attr("class", "halves");
  curvePlot(halves.append("div"), run);
  const numbers = halves.append("div");
  showBounds(numbers, run);
  new ReportTable(numbers.node(), curveTable(run), run, selection);
}
