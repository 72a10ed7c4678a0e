// SPDX-License-Identifier: GPL-2.0-or-later
//
// All tables of the report, a tab for each of its sections.

import { ReportTable } from "./table.js";
import { tellOfWholeRun } from "./whole_run.js";

const TITLES = new Map([
  ["critical", "Critical path"],
  ["path", "Path, step by step"],
  ["cores", "Processors"],
  ["whatif", "What if"],
  ["waits", "Locks and waits"],
  ["balance", "Balance"],
  ["heap", "Heap"],
  ["flow", "Flow"],
  ["figures", "Figures"],
]);

class Tabs {
  constructor(element, run, selection) {
    Object.assign(this, { run, selection });
    const names = [...TITLES.keys()].filter((name) => run.report.sections.some((section) => section.name === name));
    const bar = d3.select(element).append("div").attr("class", "toolbar");
    this.tabs = bar.append("div").attr("role", "tablist").attr("aria-label", "Sections of the report");
    this.tabs.selectAll("button").data(names).join("button").attr("type", "button").attr("role", "tab")
      .attr("id", (name) => `tab-${name}`).attr("aria-controls", "tab-panel").text((name) => TITLES.get(name))
      .on("click", (name) => this.choose(name)).on("keydown", (name) => this.move(names, name));
    const box = bar.append("input").attr("type", "search").attr("placeholder", "Filter").attr("aria-label", "Filter rows");
    box.on("input", () => this.tables.forEach((table) => table.filterBy(box.node().value)));
    this.box = box.node();
    this.panel = d3.select(element).append("div").attr("role", "tabpanel").attr("id", "tab-panel");
    this.choose(names.includes("waits") ? "waits" : names[0]);
  }

  choose(name) {
    const { sections } = this.run.report;
    const isChosen = (other) => other === name;
    this.tabs.selectAll("button").attr("aria-selected", isChosen).attr("tabindex", (other) => (isChosen(other) ? 0 : -1));
    this.panel.attr("aria-labelledby", `tab-${name}`).selectAll("*").remove();
    const { tables } = sections.find((section) => section.name === name);
    this.tables = tables.map((table) => new ReportTable(this.panel.node(), table, this.run, this.selection));
    this.tables.forEach((table) => table.filterBy(this.box.value));
  }

  /** To the tab beside it. */
  move(names, name) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[d3.event.key];
    if (!step) return;
    const next = names[(names.indexOf(name) + step + names.length) % names.length];
    this.choose(next);
    document.getElementById(`tab-${next}`).focus();
  }
}

export function tablesView(element, run, selection) {
  d3.select(element).append("h2").text("Tables");
  tellOfWholeRun(element, selection, "tables");
  if (run.report.sections.length > 0) new Tabs(element, run, selection);
}
