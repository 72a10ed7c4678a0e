// SPDX-License-Identifier: GPL-2.0-or-later
//
// The order around the selected event. Each thread has a column, and time runs down.

import { withEvent } from "../d3_events.js";
import { plainName, rounded } from "../format.js";
import { Followers, Neighbourhood } from "../model/neighbours.js";
import { criticalPathOf } from "../model/path.js";

const [COLUMN, ROW, BOX_WIDTH, BOX_HEIGHT, TOP] = [230, 74, 200, 44, 34];

class NeighbourhoodView {
  constructor(element, run, selection) {
    Object.assign(this, { run, selection });
    this.hint = d3.select(element).append("p").attr("class", "quiet");
    this.svg = d3.select(element).append("div").attr("class", "scrolls").append("svg").attr("class", "neighbours");
    this.first = criticalPathOf(run).crossings[0]?.[1] ?? 0;
    selection.on("slice", "neighbourhood", () => this.show());
    this.show();
  }

  get followers() {
    this.known = this.known ?? new Followers(this.run);
    return this.known;
  }

  show() {
    const isChosen = this.selection.slice >= 0;
    const slice = isChosen ? this.selection.slice : this.first;
    const around = new Neighbourhood(this.run, this.followers, slice);
    this.tell(around, isChosen);
    this.place(around);
    this.svg.selectAll("*").remove();
    for (const thread of this.columns.keys()) this.drawHead(thread);
    for (const edge of around.edges) this.drawEdge(edge);
    for (const that of around.slices) this.drawEvent(that, that === slice);
  }

  tell(around, isChosen) {
    const [before, behind] = around.leftOut;
    const more = [before && `${before} more events come directly before it`, behind && `${behind} more directly after it`];
    const what = isChosen ? "The selected event" : "Where the critical path first changes its thread";
    const rest = more.filter(Boolean).join(", ");
    this.hint.text(`${what}, with the events that it comes after and those that come after it.${rest ? ` ${rest}.` : ""} Click on an event to select it.`);
  }

  place(around) {
    const threads = [...new Set([...around.slices].map((slice) => this.run.threadOf(slice)))].sort((a, b) => a - b);
    this.columns = new Map(threads.map((thread, i) => [thread, i]));
    this.rows = around.rows();
    const high = TOP + ROW * (1 + Math.max(...this.rows.values()));
    this.svg.attr("width", COLUMN * threads.length).attr("height", high);
  }

  x(slice) {
    return COLUMN * this.columns.get(this.run.threadOf(slice)) + COLUMN / 2;
  }

  y(slice) {
    return TOP + ROW * this.rows.get(slice) + BOX_HEIGHT / 2;
  }

  drawHead(thread) {
    const x = COLUMN * this.columns.get(thread) + COLUMN / 2;
    const name = plainName(this.run.threads[thread].name, 30);
    this.svg.append("text").attr("class", "head").attr("x", x).attr("y", 18).text(name);
  }

  /** Draws an edge, bold if it is on the critical path. */
  drawEdge({ from, to }) {
    const { path, schedules } = this.run;
    const inside = this.run.threadOf(from) === this.run.threadOf(to);
    const critical = inside ? path[to] & 1 && path[from] : path[to] && path[from] && schedules[0].cause[to] === from;
    const [x1, y1, x2, y2] = [this.x(from), this.y(from) + BOX_HEIGHT / 2, this.x(to), this.y(to) - BOX_HEIGHT / 2];
    const bend = (y2 - y1) / 2;
    this.svg.append("path").attr("class", critical ? "edge critical" : "edge")
      .attr("d", `M${x1},${y1}C${x1},${y1 + bend} ${x2},${y2 - bend} ${x2},${y2}`);
    this.svg.append("path").attr("class", critical ? "tip critical" : "tip").attr("d", `M${x2},${y2}l-4,-7h8z`);
  }

  drawEvent(slice, isSelected) {
    const { run } = this;
    const name = run.eventName(slice) || "goes on";
    const group = this.svg.append("g").attr("class", isSelected ? "event selected" : "event").attr("tabindex", 0);
    group.attr("role", "button").attr("transform", `translate(${this.x(slice) - BOX_WIDTH / 2},${this.y(slice) - BOX_HEIGHT / 2})`);
    group.append("title").text(`${name} ${run.labels[run.label[slice]].place}`);
    group.append("rect").attr("width", BOX_WIDTH).attr("height", BOX_HEIGHT).attr("rx", 5);
    if (run.path[slice] & 1) group.append("rect").attr("class", "critical").attr("width", 5).attr("height", BOX_HEIGHT);
    const joined = run.events[slice] > 1 ? `${run.events[slice]} events: ` : "";
    group.append("text").attr("x", 12).attr("y", 18).text(plainName(joined + name, 28));
    const weight = `work ${rounded(run.work[slice])}${run.schedules[0].wait[slice] > 0 ? `, waits ${rounded(run.schedules[0].wait[slice])}` : ""}`;
    group.append("text").attr("class", "quiet").attr("x", 12).attr("y", 35).text(weight);
    const choose = () => this.selection.choose({ slice });
    group.on("click", choose).on("keydown", withEvent(({ key }) => {
      if (key === "Enter") choose();
    }));
  }
}

export function neighbourhoodView(element, run, selection) {
  d3.select(element).append("h2").text("Order around an event");
  if (run.slices === 0) d3.select(element).append("p").text("The log has no events of threads.");
  else new NeighbourhoodView(element, run, selection);
}
