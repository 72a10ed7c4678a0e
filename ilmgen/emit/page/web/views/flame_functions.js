// SPDX-License-Identifier: GPL-2.0-or-later
//
// A table of the largest functions of a flame graph.

import { exactPercent } from "../format.js";

const FUNCTIONS_SHOWN = 10;

/** `unit`: of the values. `format(value)`: returns a value as text. */
export function showFunctions(element, profile, [unit, format]) {
  element.selectAll("table").remove();
  const table = element.append("table");
  const heads = table.append("thead").append("tr");
  for (const head of [`${unit}, itself`, "share", "with its calls", "share", "function"]) {
    heads.append("th").attr("scope", "col").text(head);
  }
  const rows = table.append("tbody");
  for (const { name, self, total } of profile.functions().slice(0, FUNCTIONS_SHOWN)) {
    const row = rows.append("tr");
    for (const value of [self, total]) {
      row.append("td").text(format(value));
      row.append("td").text(exactPercent(value / profile.all));
    }
    row.append("th").attr("scope", "row").attr("class", "name").text(name);
  }
}
