// SPDX-License-Identifier: GPL-2.0-or-later
//
// Beside the heap's picture: what is live at a moment, and which threads have allocated it.

import { bytes, exactPercent } from "../format.js";

const HEAP_ROWS = 12;

function heapTable(element, title, heads) {
  element.text("");
  const table = element.append("table");
  table.append("caption").text(title);
  const row = table.append("thead").append("tr");
  for (const head of heads) row.append("th").attr("scope", "col").text(head);
  return table.append("tbody");
}

/**
 * Adds a row of texts. The last text says what the row is about. Returns the element of that text.
 */
function heapRow(rows, ...texts) {
  const row = rows.append("tr");
  const name = texts.pop();
  for (const text of texts) row.append("td").text(text);
  return row.append("th").attr("scope", "row").text(name);
}

/** `live`: {name, bytes}, the largest first. `levels`: the HeapLevels of the picture. */
export function showLive(element, title, live, levels) {
  const rows = heapTable(element, title, ["bytes", "share", "allocated by"]);
  const all = d3.sum(live, (site) => site.bytes);
  for (const site of live.slice(0, HEAP_ROWS)) {
    const name = heapRow(rows, bytes(site.bytes), exactPercent(site.bytes / all), "");
    name.append("span").attr("class", `heap-key layer-${levels.colour(levels.layer(site.name))}`);
    name.append("span").attr("class", "name").text(site.name);
  }
  const more = live.slice(HEAP_ROWS);
  const rest = d3.sum(more, (site) => site.bytes);
  const count = d3.format(",")(more.length);
  if (more.length > 0) heapRow(rows, bytes(rest), exactPercent(rest / all), `${count} more places`);
}

/**
 * The bytes that each thread has allocated: those that are live at the peak, in the recorded order,
 * and all of them.
 */
export function showHeapThreads(element, run) {
  const table = run.table("heap_by_thread");
  if (!table || table.rows.length === 0) return;
  const place = (key) => table.columns.findIndex((column) => column.key === key);
  const [atPeak, share, allocated, thread] = ["at_peak", "share", "allocated", "thread"].map(place);
  const title = "Bytes by the thread that has allocated them";
  const rows = heapTable(element, title, ["at the peak", "share", "in all", "thread"]);
  const sorted = table.rows.slice().sort((a, b) => b[atPeak] - a[atPeak] || b[allocated] - a[allocated]);
  for (const row of sorted.slice(0, HEAP_ROWS)) {
    heapRow(rows, bytes(row[atPeak]), exactPercent(row[share]), bytes(row[allocated]), row[thread]).attr("class", "name");
  }
  const count = sorted.slice(HEAP_ROWS).length + table.left_out;
  if (count > 0) heapRow(rows, "", "", "", `${d3.format(",")(count)} more threads`);
}
