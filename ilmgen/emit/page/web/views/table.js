// SPDX-License-Identifier: GPL-2.0-or-later
//
// A table of the report: sorts, is filtered, and leads to the timeline.

import { cell, signed } from "../format.js";
import { sliceFor } from "../model/find.js";

const FIRST_ROWS = 20;
const MORE_ROWS = 200;

export class ReportTable {
  /** `table`: a table of the report. */
  constructor(element, table, run, selection) {
    Object.assign(this, { table, run, selection });
    this.sortedBy = -1;
    this.goesUp = false;
    this.filter = "";
    this.most = FIRST_ROWS;
    const box = d3.select(element).append("div").attr("class", "report-table").attr("data-table", table.name);
    box.append("h3").text(table.name.replaceAll("_", " "));
    box.append("p").attr("class", "quiet").text(table.about);
    const grid = box.append("div").attr("class", "scrolls").append("table");
    this.heads = grid.append("thead").append("tr");
    this.body = grid.append("tbody");
    this.rest = box.append("p").attr("class", "quiet rest");
    this.showHeads();
    this.show();
  }

  showHeads() {
    this.table.columns.forEach(({ key, measure }, column) => {
      const head = this.heads.append("th").attr("scope", "col").classed("number", measure !== "text");
      const sort = head.append("button").attr("type", "button").text(key.replaceAll("_", " "));
      sort.on("click", () => this.sortBy(column));
    });
  }

  /**
   * Sorts numbers with the largest first, and texts alphabetically. A second click on the same
   * column reverses the order.
   */
  sortBy(column) {
    const goesUpAtFirst = this.table.columns[column].measure === "text";
    this.goesUp = this.sortedBy === column ? !this.goesUp : goesUpAtFirst;
    this.sortedBy = column;
    this.show();
  }

  filterBy(text) {
    this.filter = text.toLowerCase();
    this.show();
  }

  rows() {
    const { columns, rows } = this.table;
    const texts = columns.flatMap(({ measure }, i) => (measure === "text" ? [i] : []));
    const wanted = rows.filter((row) => texts.some((i) => row[i].toLowerCase().includes(this.filter)) || !this.filter);
    if (this.sortedBy < 0) return wanted;
    const order = this.goesUp ? d3.ascending : d3.descending;
    return wanted.slice().sort((a, b) => order(a[this.sortedBy], b[this.sortedBy]));
  }

  show() {
    const rows = this.rows();
    const sorting = this.goesUp ? "ascending" : "descending";
    this.heads.selectAll("th").attr("aria-sort", (_, i) => (i === this.sortedBy ? sorting : null));
    this.body.selectAll("tr").remove();
    for (const row of rows.slice(0, this.most)) this.showRow(this.body.append("tr"), row);
    this.showRest(rows.length - Math.min(rows.length, this.most));
  }

  showRow(line, row) {
    this.table.columns.forEach(({ measure, signed: isChange }, i) => {
      const place = line.append("td").classed("number", measure !== "text");
      const text = isChange ? signed(row[i], (value) => cell(value, measure)) : cell(row[i], measure);
      if (measure === "text" && text !== "") this.showName(place, text);
      else place.text(text).attr("title", measure === "text" ? null : row[i]);
    });
  }

  /** Shows a name as a button, which leads to the place in the timeline. */
  showName(place, text) {
    const button = place.append("button").attr("type", "button").attr("class", "name link").text(text);
    button.attr("title", "Show in the timeline").on("click", () => {
      const slice = sliceFor(this.run, this.run.schedules[this.selection.schedule], text);
      this.selection.choose(slice < 0 ? { search: text } : { slice });
      document.getElementById("timeline").scrollIntoView({ block: "start" });
    });
  }

  showRest(hidden) {
    this.rest.selectAll("*").remove();
    if (hidden > 0) {
      const more = this.rest.append("button").attr("type", "button").text(`${hidden} more`);
      more.on("click", () => {
        this.most += MORE_ROWS;
        this.show();
      });
    }
    const { rows, left_out: leftOut } = this.table;
    if (rows.length === 0) this.rest.append("span").text("None.");
    if (leftOut > 0) this.rest.append("span").text(` ${leftOut} more rows are not in this page. ilmgen --report=FILE.json writes all.`);
  }
}
