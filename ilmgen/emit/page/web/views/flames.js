// SPDX-License-Identifier: GPL-2.0-or-later
//
// A flame graph of the selection. It shows which calls have the work, the waits or the bytes.

import { bytes, costs, exactPercent, rounded } from "../format.js";
import { Calls } from "../model/calls.js";
import { heapPeakTime } from "../model/heap_levels.js";
import { FlameGraph } from "./flame.js";
import { showFunctions } from "./flame_functions.js";
import { addFlameControls, FLAME_KINDS, profileOfKind } from "./flame_kinds.js";

const FLAME_KEYS =
  "Click or Enter: zoom into a call. Esc or Backspace: zoom out. Home: show all. Arrows: go from call to call. " +
  "The outermost call is at the top, and callees are below their callers. The width of a call is its share.";

const NO_SAMPLES =
  "There are no samples, because one is taken in a million instructions. Record again with a smaller number, " +
  "for example with hpcmp's --hpcmp-sample=10000.";

class FlamesView {
  constructor(element, run, selection) {
    this.run = run;
    this.selection = selection;
    this.calls = new Calls(run);
    [this.kind] = FLAME_KINDS;
    this.element = d3.select(element).classed("flames", true);
    this.element.append("h2").text("Flame graph");
    const controls = addFlameControls(this.element, this);
    this.found = controls.append("span").attr("class", "quiet").attr("aria-live", "polite");
    this.about = this.element.append("p");
    this.graph = new FlameGraph(this.element.append("div"));
    this.element.append("p").attr("class", "quiet").text(FLAME_KEYS);
    this.table = this.element.append("details");
    this.table.append("summary").text("The ten largest functions, as a table");
    this.table.on("toggle", () => this.showTable());
    this.listen();
    this.show();
  }

  listen() {
    for (const what of ["interval", "schedule", "search"]) {
      this.selection.on(what, "flames", () => this.soon());
    }
    this.selection.on("cursor", "flames", () => this.kind.live && this.soon());
  }

  /** Shows the view with the next frame of the screen, once for all changes until then. */
  soon() {
    cancelAnimationFrame(this.asked);
    this.asked = requestAnimationFrame(() => this.show());
  }

  get schedule() {
    return this.run.schedules[this.selection.schedule];
  }

  show() {
    const { kind, run, calls, schedule } = this;
    this.buttons.attr("aria-pressed", (that) => String(that === kind));
    if (kind.live) this.moment = this.selection.cursor ?? heapPeakTime(schedule.heap);
    this.profile = profileOfKind(kind, run, calls, schedule, this.selection.interval, this.moment);
    this.showAbout();
    this.graph.show(this.profile, `Flame graph: ${this.about.text()}`, (value) => this.format(value));
    this.showSearch();
    this.showTable();
  }

  format(value) {
    return this.kind.isBytes ? bytes(value) : costs(value, this.run.cost);
  }

  showAbout() {
    const { kind, profile } = this;
    this.about.text("");
    if (profile.all > 0) this.about.append("data").attr("value", profile.all).text(this.format(profile.all));
    this.about.append("span").text(` ${profile.all > 0 ? kind.about : kind.none}${this.when()}`);
    if (kind === FLAME_KINDS[0] && profile.all > 0 && profile.total[this.calls.unsampled] === profile.all) {
      this.about.append("span").text(` ${NO_SAMPLES}`);
    }
    if (this.selection.interval === null || kind.live) return;
    this.about
      .append("button")
      .attr("type", "button")
      .text("Whole run")
      .on("click", () => this.selection.choose({ interval: null }));
  }

  /** A sentence that says which part of the run the graph shows. */
  when() {
    const { kind, run, schedule } = this;
    const { interval, cursor } = this.selection;
    const machine = schedule.processors === 0 ? "" : `, on ${d3.format(",")(schedule.processors)} processors`;
    if (kind.live) {
      if (cursor === null && this.profile.all === 0) return "";
      const at = `${costs(this.moment, run.cost)}${machine}`;
      return cursor === null ? ` This is the peak, at ${at}. Click into the picture of the heap to see another moment.` : ` At ${at}.`;
    }
    if (interval === null) return kind.isOfSchedule && machine ? ` Whole run${machine}.` : "";
    const exact = run.joinedWithin ? ` (to ${costs(run.joinedWithin, run.cost)}, because nearer events are drawn as one)` : "";
    return ` From ${rounded(interval[0])} to ${costs(interval[1], run.cost)}${machine}${exact}.`;
  }

  showSearch() {
    const { search } = this.selection;
    if (this.search.property("value") !== search) this.search.property("value", search);
    const matches = this.profile.matches(search);
    const share = matches && this.profile.all > 0 ? this.profile.matched(matches) / this.profile.all : 0;
    this.found.text(matches === null ? "" : `matches: ${exactPercent(share)}`);
    this.graph.mark(matches);
  }

  /** Fills the table only if it can be seen, because it takes all calls. */
  showTable() {
    this.table.attr("hidden", this.profile.all > 0 ? null : true);
    const measure = this.kind.isBytes ? ["bytes", bytes] : [this.run.cost, rounded];
    if (this.table.property("open")) showFunctions(this.table, this.profile, measure);
  }
}

export function flamesView(element, run, selection) {
  new FlamesView(element, run, selection);
}
