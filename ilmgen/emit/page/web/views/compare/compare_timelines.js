// SPDX-License-Identifier: GPL-2.0-or-later
//
// The timelines of two runs below each other, on one axis. A selection in one of them also selects
// the same thing in the other.

import { withEvent } from "../../d3_events.js";
import { Selection } from "../../selection.js";
import { showFunctionLegend, showLegend } from "../legend.js";
import { scheduleName, timelineLegend } from "../timeline.js";
import { showDetails } from "../timeline/details.js";
import { FOLD_HELP } from "../timeline/keys.js";
import { Search } from "../timeline/search.js";
import { ThreadLanes } from "../timeline/thread_lanes.js";

const COMPARE_KEYS =
  "Click into one of them first. Wheel or + and −: zoom both. Drag: move both. ← →: go along the thread. " +
  "↑ ↓: go to another row. n, p: go along the critical path. h: go to what held this thread up; Backspace: go back. " +
  "0: show all. Esc: select nothing. If you select an event, the event with the same number of the same thread is " +
  "selected in the other run, too.";

/** The timeline of one of the runs. */
class OneTimeline {
  constructor(element, run, selection, title) {
    Object.assign(this, { run, selection });
    element.append("h3").text(title);
    const place = element.append("div").attr("class", "lanes").attr("data-run", title.toLowerCase());
    this.lanes = run.slices > 0 ? new ThreadLanes(place.node(), run, selection, `Timeline of threads: ${title}`, false) : null;
    if (this.lanes === null) place.append("p").text("The log has no events of threads.");
  }

  /** `end`: the end of the axis. `panel`: where details are shown. */
  show(end, panel) {
    this.panel = panel;
    this.tellDetails();
    if (this.lanes === null) return;
    const { picture } = this.lanes;
    picture.leastEnd = end;
    this.lanes.listen();
    this.follow(picture);
    picture.show(0, end);
  }

  follow(picture) {
    const { selection } = this;
    selection.on("slice", "lanes", () => {
      if (selection.slice >= 0) picture.reveal(selection.slice);
      this.tellDetails();
      picture.redraw();
    });
    selection.on("schedule", "lanes", () => {
      picture.reschedule();
      this.tellDetails();
    });
    selection.on("cursor", "lanes", () => picture.redraw());
    selection.on("search", "lanes", () => {
      picture.search = new Search(this.run, selection.search);
      picture.redraw();
    });
    selection.on("visible", "lanes", () => {
      if (selection.visible !== picture.visible) picture.show(...selection.visible);
    });
  }

  tellDetails() {
    const { run, selection } = this;
    showDetails(this.panel.node(), run, run.schedules[selection.schedule], selection.slice, () => this.lanes.heldUp());
  }

  get schedule() {
    return this.run.schedules[this.selection.schedule];
  }

  redraw() {
    this.lanes?.picture.redraw();
  }

  /** Lets the axis go to `end`. */
  stretch(end) {
    if (this.lanes !== null) this.lanes.picture.leastEnd = end;
  }
}

class CompareTimelines {
  constructor(element, comparison, selection) {
    Object.assign(this, { comparison, now: selection, before: new Selection() });
    this.toolbar = element.append("div").attr("class", "toolbar");
    this.views = {
      before: new OneTimeline(element, comparison.before, this.before, "Before"),
      now: new OneTimeline(element, comparison.now, this.now, "Now"),
    };
    showLegend(element.append("p").attr("class", "quiet legend"), timelineLegend([comparison.before, comparison.now]));
    this.functions = element.append("p").attr("class", "quiet legend functions");
    showFunctionLegend(this.functions, [comparison.before, comparison.now]);
    this.panels = element.append("div").attr("class", "halves");
    element.append("p").attr("class", "quiet").text(COMPARE_KEYS + (this.canFold ? FOLD_HELP : ""));
  }

  show() {
    this.fillToolbar();
    for (const which of ["before", "now"]) {
      const panel = this.panels.append("div").attr("data-run", which);
      panel.append("h3").text(which === "now" ? "Now" : "Before");
      this.views[which].show(this.end, panel.append("div").attr("class", "details").attr("aria-live", "polite"));
    }
    this.tie("before", "now");
    this.tie("now", "before");
  }

  get canFold() {
    return Object.values(this.views).some(({ lanes }) => lanes?.picture.rows.groups.length > 0);
  }

  /** The end of the axis, which is the end of the longer run. */
  get end() {
    return Math.max(this.views.before.schedule.time, this.views.now.schedule.time);
  }

  /** Copies each choice in the timeline `from` to the timeline `to`. */
  tie(from, to) {
    const [source, target] = [this[from], this[to]];
    for (const what of ["visible", "cursor", "search"]) {
      // A picture that shows other times says so, with a list of its own.
      source.on(what, `tie-${from}`, () => String(source[what]) !== String(target[what]) && target.choose({ [what]: source[what] }));
    }
    source.on("slice", `tie-${from}`, () => {
      if (this.follows) return;
      this.follows = true; // so that the choice is not copied back
      target.choose({ slice: this.comparison.matches.find(to, source.slice) });
      this.follows = false;
    });
  }

  fillToolbar() {
    const machines = this.toolbar.append("label").text("Machine ").append("select").attr("class", "machine");
    for (const { processors, now } of this.comparison.machines) {
      const text = scheduleName(this.comparison.now.schedules[now], this.comparison.cost);
      machines.append("option").attr("value", processors).text(text);
    }
    machines.on("change", () => this.chooseMachine(machines.node().selectedIndex));
    const colours = this.toolbar.append("label").text("Colour ").append("select").attr("class", "colour");
    for (const text of ["function", "state"]) colours.append("option").text(text);
    colours.on("change", () => {
      const byFunction = colours.node().selectedIndex === 0;
      this.functions.attr("hidden", byFunction ? null : true);
      for (const { lanes } of Object.values(this.views)) {
        if (lanes !== null) lanes.picture.byFunction = byFunction;
      }
      this.redraw();
    });
    this.searchBox();
    this.toolbar.append("button").attr("type", "button").text("All (0)").on("click", () => this.showAll());
  }

  searchBox() {
    const box = this.toolbar.append("input").attr("type", "search");
    box.attr("placeholder", "Search (/)").attr("aria-label", "Search threads, events, places, functions of both runs");
    box.on("input", () => this.now.choose({ search: box.node().value }));
    this.now.on("search", "box", () => {
      if (box.node().value !== this.now.search) box.node().value = this.now.search;
    });
    d3.select(window).on("keydown.search", withEvent((event) => {
      if (event.key !== "/" || /INPUT|SELECT/.test(document.activeElement.tagName)) return;
      event.preventDefault();
      box.node().focus();
    }));
  }

  chooseMachine(number) {
    const machine = this.comparison.machines[number];
    const schedules = [this.comparison.before.schedules[machine.before], this.comparison.now.schedules[machine.now]];
    const end = Math.max(...schedules.map(({ time }) => time));
    for (const view of Object.values(this.views)) view.stretch(end);
    this.before.choose({ schedule: machine.before, cursor: null });
    this.now.choose({ schedule: machine.now, cursor: null });
  }

  showAll() {
    this.now.choose({ visible: [0, this.end] });
  }

  redraw() {
    for (const view of Object.values(this.views)) view.redraw();
  }
}

export function compareTimelinesView(node, comparison, selection) {
  const element = d3.select(node).classed("compare", true);
  element.append("h2").text("Timelines");
  new CompareTimelines(element, comparison, selection).show();
}
