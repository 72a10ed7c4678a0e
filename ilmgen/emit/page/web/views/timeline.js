// SPDX-License-Identifier: GPL-2.0-or-later
//
// The timeline: what each thread does when, on a machine of choice.

import { withEvent } from "../d3_events.js";
import { costs, percent, plainName, rounded } from "../format.js";
import { showFunctionLegend, showLegend } from "./legend.js";
import { showDetails } from "./timeline/details.js";
import { roundsText } from "./timeline/draw_lanes.js";
import { FOLD_HELP, KEYS_HELP } from "./timeline/keys.js";
import { Search } from "./timeline/search.js";
import { ThreadLanes } from "./timeline/thread_lanes.js";

export function timelineView(element, run, selection) {
  d3.select(element).append("h2").text("Timeline");
  if (run.slices === 0) {
    d3.select(element).append("p").text("The log has no events of threads.");
    return;
  }
  new Timeline(element, run, selection).show();
}

/** The longest round is told if it takes so many times the average. */
const WORTH_SHOWING = 1.2;

export function timelineLegend(runs) {
  const isAway = runs.some((run) => run.figure("asleep") > 0 || run.figure("in_io") > 0);
  return [
    ["work", "work"],
    ["wait", `waits for another thread${isAway ? " or for I/O, or sleeps" : ""}`],
    ["ready", "waits for a processor"],
    ["critical", "on the critical path, as recorded"],
  ];
}

export function scheduleName({ processors, time }, cost) {
  const replayed = `${processors} processor${processors === 1 ? "" : "s"}, replayed`;
  const machine = processors === 0 ? "a processor for each thread, as recorded" : replayed;
  return `${machine}: ${costs(time, cost)}`;
}

class Timeline {
  constructor(element, run, selection) {
    Object.assign(this, { run, selection });
    this.toolbar = d3.select(element).append("div").attr("class", "toolbar");
    const place = d3.select(element).append("div").attr("class", "lanes");
    this.legend(d3.select(element).append("p").attr("class", "quiet legend"));
    this.functions = d3.select(element).append("p").attr("class", "quiet legend functions");
    showFunctionLegend(this.functions, [run]);
    this.rounds = d3.select(element).append("p").attr("class", "quiet rounds");
    this.details = d3.select(element).append("div").attr("class", "details").attr("aria-live", "polite");
    const keys = d3.select(element).append("p").attr("class", "quiet");
    this.lanes = new ThreadLanes(place.node(), run, selection, "Timeline of threads", true);
    this.picture = this.lanes.picture;
    keys.text(KEYS_HELP + (this.picture.rows.groups.length > 0 ? FOLD_HELP : ""));
  }

  show() {
    this.fillToolbar();
    this.lanes.listen();
    this.listenToSelection();
    this.tellDetails();
    this.tellRounds();
    this.picture.show(0, this.picture.schedule.time);
  }

  fillToolbar() {
    const machines = this.toolbar.append("label").text("Machine ").append("select").attr("class", "machine");
    this.run.schedules.forEach((schedule, number) => {
      machines.append("option").attr("value", number).text(scheduleName(schedule, this.run.cost));
    });
    machines.on("change", () => this.selection.choose({ schedule: Number(machines.node().value) }));
    this.machines = machines;
    const colours = this.toolbar.append("label").text("Colour ").append("select").attr("class", "colour");
    colours.append("option").text("function");
    colours.append("option").text("state");
    colours.on("change", () => {
      this.picture.byFunction = colours.node().selectedIndex === 0;
      this.functions.attr("hidden", this.picture.byFunction ? null : true);
      this.picture.redraw();
    });
    this.searchBox();
    this.button("Next on the critical path (n)", () => this.lanes.select(this.lanes.path.next(this.selection.slice, 1)));
    this.button("All (0)", () => this.picture.show(0, this.picture.schedule.time));
    if (this.picture.rows.groups.length > 0) {
      this.button("Fold or unfold all groups", () => this.picture.toggleAll()).attr("class", "fold");
    }
    this.interval = this.toolbar.append("span").attr("class", "interval");
  }

  button(text, act) {
    return this.toolbar.append("button").attr("type", "button").text(text).on("click", act);
  }

  searchBox() {
    const box = this.toolbar.append("input").attr("type", "search");
    box.attr("placeholder", "Search (/)").attr("aria-label", "Search threads, events, places, functions");
    this.found = this.toolbar.append("span").attr("class", "quiet found");
    box.on("input", () => this.selection.choose({ search: box.node().value }));
    box.on("keydown", withEvent(({ key }) => {
      if (key !== "Enter" || !this.picture.search) return;
      const next = this.picture.search.next(this.selection.slice);
      if (next >= 0) this.lanes.select(next);
    }));
    d3.select(window).on("keydown.search", withEvent((event) => {
      if (event.key !== "/" || /INPUT|SELECT/.test(document.activeElement.tagName)) return;
      event.preventDefault();
      box.node().focus();
    }));
    this.box = box;
  }

  legend(element) {
    showLegend(element, timelineLegend([this.run]));
    if (this.run.joinedWithin > 0) {
      element.append("span").text(`Events of a thread within ${costs(this.run.joinedWithin, this.run.cost)} are drawn as one.`);
    }
  }

  listenToSelection() {
    const { selection, picture } = this;
    selection.on("slice", "timeline", () => {
      if (selection.slice >= 0) picture.reveal(selection.slice);
      this.tellDetails();
      picture.redraw();
    });
    selection.on("schedule", "timeline", () => {
      this.machines.property("value", selection.schedule);
      selection.choose({ interval: null, cursor: null });
      picture.reschedule();
      this.tellDetails();
      this.tellRounds();
    });
    selection.on("interval", "timeline", () => {
      this.tellInterval();
      picture.redraw();
    });
    selection.on("cursor", "timeline", () => picture.redraw());
    selection.on("search", "timeline", () => this.lookFor(selection.search));
    selection.on("visible", "timeline", () => {
      if (selection.visible === picture.visible) return;
      picture.show(...selection.visible);
    });
  }

  lookFor(text) {
    if (this.box.node().value !== text) this.box.node().value = text;
    this.picture.search = new Search(this.run, text);
    const count = text === "" ? "" : `${d3.format(",")(this.picture.search.count())} found; Enter goes to the next`;
    this.found.text(count);
    this.picture.redraw();
  }

  tellInterval() {
    const { interval } = this.selection;
    this.interval.selectAll("*").remove();
    if (!interval) return;
    const [from, to] = interval;
    const { lanes } = this.picture;
    const work = d3.sum(d3.range(this.run.threads.length), (thread) => {
      return lanes.until(thread, to).work - lanes.until(thread, from).work;
    });
    const all = d3.sum(this.picture.schedule.work);
    const text = `Interval: ${rounded(to - from)} long, ${rounded(work)} of work (${percent(work / (all || 1))}) `;
    this.interval.append("span").text(text);
    const button = (name, act) => this.interval.append("button").attr("type", "button").text(name).on("click", act);
    button("Zoom to it", () => this.picture.show(from, to));
    button("Clear", () => this.selection.choose({ interval: null }));
  }

  /** Writes for each meeting of threads how many rounds it has, with buttons that show some of them. */
  tellRounds() {
    this.rounds.selectAll("*").remove();
    for (const laps of this.picture.lanes.laps) this.tellLaps(laps);
  }

  tellLaps(laps) {
    const { cost } = this.run;
    const time = laps.begin(laps.ends.length);
    const fold = { from: 0, to: time, first: 1, last: laps.count };
    const line = this.rounds.append("span").attr("class", "laps");
    const button = (text, act) => line.append("button").attr("type", "button").text(text).on("click", act);
    line.append("span").text(`${plainName(laps.name)}: ${roundsText(laps, fold, cost)}.`);
    button("Show ten of them", () => this.picture.showRounds({ laps, fold }, time / 2));
    const longest = laps.longest();
    if (!longest || longest.to - longest.from < WORTH_SHOWING * laps.mean(fold)) return;
    const length = longest.to - longest.from;
    line.append("span").text(`The longest is round ${d3.format(",")(longest.first)}: ${costs(length, cost)}.`);
    button("Show the longest", () => {
      this.selection.choose({ interval: [longest.from, longest.to] });
      this.picture.show(longest.from - length, longest.to + length);
    });
  }

  tellDetails() {
    showDetails(this.details.node(), this.run, this.picture.schedule, this.selection.slice, () => this.lanes.heldUp());
  }
}
