// SPDX-License-Identifier: GPL-2.0-or-later
//
// All tables of the report, with a tab for each of its sections. If an interval is chosen, a tab
// with its tables comes first.

import { withEvent } from "../d3_events.js";
import { intervalTables } from "../model/interval_tables.js";
import { RankMatrix } from "./rank_matrix.js";
import { ReportTable } from "./table.js";

const INTERVAL_TAB = "interval";

/** The sections that have rows; the figures, which are about the whole run, come last. */
function sectionsWithRows({ sections }) {
  const shown = sections.filter(({ tables }) => tables.some(({ rows }) => rows.length > 0));
  return [...shown.filter(({ name }) => name !== "figures"), ...shown.filter(({ name }) => name === "figures")];
}

class Tabs {
  /** `first`: the section that is open at first, if it is there. */
  constructor(element, run, sections, selection, first) {
    Object.assign(this, { run, selection });
    this.titles = new Map([[INTERVAL_TAB, "In the interval"], ...sections.map(({ name, title }) => [name, title])]);
    this.ofReport = sections.map(({ name }) => name);
    const bar = d3.select(element).append("div").attr("class", "toolbar");
    this.list = bar.append("div").attr("role", "tablist").attr("aria-label", "Sections of the report");
    const box = bar.append("input").attr("type", "search").attr("placeholder", "Filter").attr("aria-label", "Filter rows");
    box.on("input", () => this.tables.forEach((table) => table.filterBy(box.node().value)));
    this.box = box.node();
    this.note = d3.select(element).append("p").attr("class", "quiet");
    this.panel = d3.select(element).append("div").attr("role", "tabpanel").attr("id", "tab-panel");
    this.chosen = this.ofReport.includes(first) ? first : this.ofReport[0];
    for (const what of ["interval", "schedule"]) selection.on(what, "tables", () => this.soon());
    this.show();
  }

  /** Follows with the next frame of the screen, once for all changes until then. */
  soon() {
    cancelAnimationFrame(this.asked);
    this.asked = requestAnimationFrame(() => this.followInterval());
  }

  /**
   * Opens the tab of the interval when an interval is chosen, and the earlier tab when it is no
   * longer chosen.
   */
  followInterval() {
    const has = this.selection.interval !== null;
    if (has && this.chosen !== INTERVAL_TAB) this.before = this.chosen;
    this.chosen = has ? INTERVAL_TAB : this.before ?? this.chosen;
    this.show();
  }

  get names() {
    return this.selection.interval === null ? this.ofReport : [INTERVAL_TAB, ...this.ofReport];
  }

  choose(name) {
    this.before = undefined;
    this.chosen = name;
    this.show();
  }

  show() {
    const { chosen } = this;
    const isChosen = (name) => name === chosen;
    this.list.selectAll("button").data(this.names).join("button").attr("type", "button").attr("role", "tab")
      .attr("id", (name) => `tab-${name}`).attr("aria-controls", "tab-panel").text((name) => this.titles.get(name))
      .attr("aria-selected", isChosen).attr("tabindex", (name) => (isChosen(name) ? 0 : -1))
      .on("click", withEvent((_, name) => this.choose(name))).on("keydown", withEvent(({ key }, name) => this.move(key, name)));
    const ofRun = this.selection.interval !== null && chosen !== INTERVAL_TAB;
    this.note.attr("hidden", ofRun ? null : true).text("This table is of the whole run, not of the interval.");
    this.matrix?.element.remove();
    this.panel.attr("aria-labelledby", `tab-${chosen}`).selectAll("*").remove();
    if (chosen === "messages" && !this.run.report.compared_with && this.run.rankCells.cells.length > 0) this.showMatrix();
    this.tables = this.shownTables().map((table) => new ReportTable(this.panel.node(), table, this.run, this.selection));
    this.tables.forEach((table) => table.filterBy(this.box.value));
  }

  /**
   * Makes the matrix only once, because its canvas listens to the page as long as the page exists.
   */
  showMatrix() {
    this.matrix ??= new RankMatrix(this.run, this.selection);
    this.panel.node().append(this.matrix.element);
  }

  shownTables() {
    const { run, selection, chosen } = this;
    if (chosen !== INTERVAL_TAB) return run.report.sections.find((section) => section.name === chosen).tables;
    return intervalTables(run, run.schedules[selection.schedule], selection.interval);
  }

  /** Goes to the tab beside the present one. */
  move(key, name) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (!step) return;
    const next = this.names[(this.names.indexOf(name) + step + this.names.length) % this.names.length];
    this.choose(next);
    document.getElementById(`tab-${next}`).focus();
  }
}

export function tablesView(element, run, selection, first = "waits") {
  d3.select(element).append("h2").text("Tables");
  const sections = sectionsWithRows(run.report);
  if (sections.length > 0) new Tabs(element, run, sections, selection, first);
}
