// SPDX-License-Identifier: GPL-2.0-or-later
//
// The tables of a report about two runs: the rows that differ, the largest change first.

import { comparedReport } from "../../model/compared_tables.js";
import { tablesView } from "../tables.js";

/** The tab that is open at first, by Comparison.mainChange. */
const FIRST_TAB = { work: "critical", waits: "waits", heap: "heap" };

export function compareTablesView(element, comparison, selection) {
  const { now } = comparison;
  now.report = comparedReport(now.report);
  tablesView(element, now, selection, FIRST_TAB[comparison.mainChange]);
}
