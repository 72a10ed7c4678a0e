// SPDX-License-Identifier: GPL-2.0-or-later
//
// The heap over time: how many bytes are live, where they are allocated, and what is live at one
// moment.

import { bytes, costs, percent } from "../format.js";
import { HeapLevels, liveByName } from "../model/heap_levels.js";
import { HeapPlot } from "./heap_plot.js";
import { showHeapThreads, showLive } from "./heap_tables.js";

/** How many sites have a colour of their own, as many as heap.css defines. */
const HEAP_SITES = 8;
const HEAP_KEYS =
  "Click: choose a moment. Keys: Left and Right go to the previous and the next change " +
  "(with Shift: by ten changes), P goes to the peak, Esc chooses no moment.";

class HeapView {
  constructor(element, run, selection) {
    this.run = run;
    this.selection = selection;
    this.element = element;
    this.about = element.append("p");
    this.plot = new HeapPlot(element.append("div"), run, selection, (time) => this.preview(time));
    element.append("p").attr("class", "quiet").text(HEAP_KEYS);
    const sides = element.append("div").attr("class", "heap-tables");
    this.live = sides.append("div");
    showHeapThreads(sides.append("div"), run);
    this.previewed = null;
    /** The work to do with the next frame of the screen, by the name of the change. */
    this.asked = new Map();
    this.listen();
    this.change();
  }

  listen() {
    const anew = { schedule: () => this.change(), visible: () => this.plot.draw(), interval: () => this.plot.draw() };
    for (const [what, act] of Object.entries(anew)) this.selection.on(what, "heap", () => this.soon(what, act));
    this.selection.on("cursor", "heap", () => this.tellMoment());
  }

  /** Calls `act` once with the next frame of the screen, for all changes of `what` until then. */
  soon(what, act) {
    if (this.asked.size === 0) {
      requestAnimationFrame(() => {
        const acts = [...this.asked.values()];
        this.asked.clear();
        for (const each of acts) each();
      });
    }
    this.asked.set(what, act);
  }

  tellMoment() {
    this.soon("cursor", () => {
      this.plot.mark();
      this.showLive();
    });
  }

  get schedule() {
    return this.run.schedules[this.selection.schedule];
  }

  change() {
    this.levels = new HeapLevels(this.run, this.schedule.heap, HEAP_SITES);
    this.about.text(this.summary());
    this.plot.show(this.levels, this.schedule);
    this.showLive();
  }

  summary() {
    const { levels, schedule } = this;
    const { processors, time } = schedule;
    const machine = processors === 0 ? "given enough processors" : `on ${processors} processors`;
    const peak = levels.sums[levels.peak];
    const largest = liveByName(this.run, schedule.heap, levels.peakTime)[0];
    return (
      `Peak ${bytes(peak)} at ${percent(time > 0 ? levels.peakTime / time : 0)} of the time, ${machine}; ` +
      `${percent(largest.bytes / peak)} of it from ${largest.name}.`
    );
  }

  /** Shows a moment while the mouse is there. null: the mouse is not there. */
  preview(time) {
    if (time === this.previewed) return;
    this.previewed = time;
    this.tellMoment();
  }

  showLive() {
    const { levels } = this;
    const time = this.previewed ?? this.selection.cursor ?? levels.peakTime;
    const isPeak = this.previewed === null && this.selection.cursor === null;
    const at = `at ${costs(time, this.run.cost)}${isPeak ? ", the peak" : ""}`;
    const live = liveByName(this.run, this.schedule.heap, time);
    showLive(this.live, `${bytes(levels.sumAt(time))} live ${at}`, live, levels);
  }
}

export function heapView(element, run, selection) {
  const view = d3.select(element).classed("heap", true);
  view.append("h2").text("Heap");
  // Blocks of no bytes are allocations, too.
  if (run.siteBytes.some((size) => size > 0)) new HeapView(view, run, selection);
  else view.append("p").text("There are no allocations: the program makes none, or they were not recorded.");
}
