// SPDX-License-Identifier: GPL-2.0-or-later
//
// The flame graph of differences between two runs, and the functions that have changed most.

import { bytes, changedPart, costs, rounded, signed } from "../../format.js";
import { Calls } from "../../model/calls.js";
import { heapPeakTime } from "../../model/heap_levels.js";
import { Difference, MergedCalls } from "../../model/merged_calls.js";
import { addFlameControls, FLAME_KINDS, profileOfKind } from "../flame_kinds.js";
import { showLegend } from "../legend.js";
import { DifferenceGraph } from "./difference_graph.js";

const FUNCTIONS_COMPARED = 10;

/** The kind that the graph shows at first, by Comparison.mainChange. */
const FIRST_KIND = { work: "Work", waits: "Waited here", heap: "Live" };

const DIFFERENCE_KEYS =
  "Click or Enter: zoom into a call. Esc or Backspace: zoom out. Home: show all. Arrows: go from call to call. " +
  "The width of a call is its share in the run in which it has the larger one.";

const DIFFERENCE_LEGEND = [
  ["more", "more than before"],
  ["less", "less than before"],
  ["same", "as before (a stronger colour is a larger change)"],
];

class CompareFlames {
  constructor(element, comparison, selection) {
    Object.assign(this, { element, comparison, selection });
    this.runs = [comparison.before, comparison.now];
    this.own = this.runs.map((run) => new Calls(run));
    this.calls = new MergedCalls(...this.own);
    this.kind = FLAME_KINDS.find(({ name }) => name === FIRST_KIND[comparison.mainChange]);
    addFlameControls(element, this);
    this.about = element.append("p");
    showLegend(element.append("p").attr("class", "quiet legend"), DIFFERENCE_LEGEND);
    this.graph = new DifferenceGraph(element.append("div"));
    element.append("p").attr("class", "quiet").text(DIFFERENCE_KEYS);
    this.table = element.append("div").attr("class", "scrolls");
    selection.on("search", "compare-flames", () => this.showSearch());
    this.show();
  }

  show() {
    const { kind, calls } = this;
    this.buttons.attr("aria-pressed", (that) => String(that === kind));
    const profiles = this.runs.map((run, i) => {
      const [schedule] = run.schedules;
      return profileOfKind(kind, run, this.own[i], schedule, null, heapPeakTime(schedule.heap));
    });
    this.profile = new Difference(calls, ...profiles);
    this.showAbout(...profiles.map(({ all }) => all));
    this.graph.show(this.profile, `Flame graph of differences: ${this.about.text()}`, (value) => this.format(value));
    this.showSearch();
    this.showTable();
  }

  format(value) {
    return this.kind.isBytes ? bytes(value) : costs(value, this.comparison.cost);
  }

  showAbout(before, now) {
    const { kind } = this;
    this.about.text("");
    if (before === 0 && now === 0) {
      this.about.text(kind.none);
      return;
    }
    this.about.append("data").attr("value", now).text(this.format(now));
    this.about.append("span").text(` ${kind.about} ${before === now ? "As much as before." : `Before: ${this.format(before)} (${changedPart(before, now)}).`}`);
  }

  showSearch() {
    const { search } = this.selection;
    if (this.search.property("value") !== search) this.search.property("value", search);
    this.graph.mark(this.profile.matches(search));
  }

  /** A click on a function's name searches for the function, here and in the timelines. */
  showTable() {
    this.table.selectAll("*").remove();
    const changes = this.profile.functionChanges().slice(0, FUNCTIONS_COMPARED);
    if (changes.length === 0) return;
    const table = this.table.append("table").attr("data-table", "function_changes");
    const [unit, format] = this.kind.isBytes ? ["bytes", bytes] : [this.comparison.cost, rounded];
    table.append("caption").text(`${this.kind.name}, ${unit}: by function, without its calls, the largest change first. Small numbers of samples differ by chance`);
    const heads = table.append("thead").append("tr");
    for (const head of ["before", "now", "change", "part", "function"]) heads.append("th").attr("scope", "col").text(head);
    const body = table.append("tbody");
    for (const { name, before, now } of changes) {
      const row = body.append("tr");
      for (const text of [format(before), format(now), signed(now - before, format), changedPart(before, now)]) {
        row.append("td").text(text);
      }
      const button = row.append("th").attr("scope", "row").append("button").attr("type", "button").attr("class", "name link");
      button.text(name).attr("title", "Find it in the graph and in the timelines");
      button.on("click", () => this.selection.choose({ search: name }));
    }
  }
}

export function compareFlamesView(node, comparison, selection) {
  const element = d3.select(node).classed("flames", true);
  element.append("h2").text("Flame graph of differences");
  new CompareFlames(element, comparison, selection);
}
