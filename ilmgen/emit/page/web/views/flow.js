// SPDX-License-Identifier: GPL-2.0-or-later
//
// A matrix of threads shows how many bytes each thread reads that others have written.

import { bytes, percent } from "../format.js";
import { flowRows } from "../model/flow_rows.js";

/** How many threads have rows and columns of their own. All others share one. */
const MOST_THREADS = 30;
const OTHERS = "others";

/** Bytes by writer and reader. */
class Flows {
  constructor(rows) {
    this.bytes = new Map();
    this.totals = new Map();
    for (const { bytes: amount, from, to } of rows) {
      for (const thread of [from, to]) this.totals.set(thread, (this.totals.get(thread) ?? 0) + amount);
    }
    const byAmount = [...this.totals.keys()].sort((a, b) => this.totals.get(b) - this.totals.get(a));
    this.shown = new Set(byAmount.slice(0, MOST_THREADS));
    for (const { bytes: amount, from, to } of rows) this.add(this.nameOf(from), this.nameOf(to), amount);
    this.all = d3.sum(rows, (row) => row.bytes);
  }

  nameOf(thread) {
    return this.shown.has(thread) ? thread : OTHERS;
  }

  add(from, to, amount) {
    const key = JSON.stringify([from, to]);
    this.bytes.set(key, (this.bytes.get(key) ?? 0) + amount);
  }

  of(from, to) {
    return this.bytes.get(JSON.stringify([from, to])) ?? 0;
  }

  /** The threads, sorted by bytes or in their own order. */
  threads(order, byBytes) {
    const names = [...this.shown];
    if (!byBytes) names.sort((a, b) => order.indexOf(a) - order.indexOf(b));
    return this.totals.size > names.length ? [...names, OTHERS] : names;
  }
}

class Matrix {
  constructor(element, run, selection) {
    Object.assign(this, { run, selection });
    this.byBytes = false;
    const bar = d3.select(element).append("div").attr("class", "toolbar");
    const sort = bar.append("button").attr("type", "button").attr("aria-pressed", false).text("Most bytes first");
    sort.on("click", () => {
      this.byBytes = !this.byBytes;
      sort.attr("aria-pressed", this.byBytes);
      this.show();
    });
    this.note = d3.select(element).append("p").attr("class", "quiet");
    this.table = d3.select(element).append("div").attr("class", "scrolls").append("table").attr("class", "matrix");
    for (const what of ["interval", "schedule"]) selection.on(what, "flow", () => this.soon());
    this.count();
  }

  /** Shows the view with the next frame of the screen, once for all changes until then. */
  soon() {
    cancelAnimationFrame(this.asked);
    this.asked = requestAnimationFrame(() => this.count());
  }

  count() {
    const { interval, schedule } = this.selection;
    this.flows = new Flows(flowRows(this.run, this.run.schedules[schedule], interval));
    const what = this.flows.all > 0 ? "Only the chosen interval is shown." : "No thread reads another thread's bytes in the chosen interval.";
    this.note.attr("hidden", interval === null ? true : null).text(what);
    this.show();
  }

  show() {
    const order = this.run.threads.map(({ name }) => name);
    const threads = this.flows.threads(order, this.byBytes);
    this.table.selectAll("*").remove();
    if (threads.length === 0) return;
    this.table.append("caption").attr("class", "quiet").text("Bytes of heap blocks: the thread of the row wrote them last, the thread of the column reads them.");
    const heads = this.table.append("thead").append("tr");
    heads.append("td");
    for (const thread of threads) heads.append("th").attr("scope", "col").append("bdi").text(thread);
    const body = this.table.append("tbody");
    for (const from of threads) {
      const row = body.append("tr");
      row.append("th").attr("scope", "row").append("bdi").text(from);
      for (const to of threads) this.showCell(row.append("td"), from, to);
    }
  }

  /** Shows a cell. The more bytes it has, the stronger its colour; its number is the text. */
  showCell(place, from, to) {
    const amount = this.flows.of(from, to);
    if (amount === 0) return;
    const share = amount / this.flows.all;
    place.style("--share", `${Math.round(10 + 70 * Math.sqrt(share))}%`).attr("class", "flows");
    const button = place.append("button").attr("type", "button").attr("class", "link").text(bytes(amount));
    button.attr("title", `${to} reads this from ${from}: ${percent(share)} of all that threads read from each other`);
    button.on("click", () => this.selection.choose({ search: to === OTHERS ? from : to }));
  }
}

export function flowView(element, run, selection) {
  d3.select(element).append("h2").text("Flow between threads");
  if (run.flow.bytes.length === 0) {
    d3.select(element).append("p").text("No thread reads bytes in the heap that another thread has written.");
    return;
  }
  new Matrix(element, run, selection);
}
