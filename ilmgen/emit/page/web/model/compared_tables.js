// SPDX-License-Identifier: GPL-2.0-or-later
//
// The tables of a report about two runs: the figures of both runs, and beside them the change.

/** The places of the pairs of columns [before, now]. */
function pairsOf(columns) {
  return columns.flatMap(({ key }, i) => (columns[i + 1] && key === `${columns[i + 1].key}_before` ? [i] : []));
}

/** Whether the run before and this one agree in all rows. */
function agrees(rows, pair) {
  return rows.every((row) => row[pair] === row[pair + 1]);
}

function part(before, now) {
  return before > 0 ? now / before - 1 : null;
}

/**
 * The columns of a table that are shown: [{key, measure, signed, of(row)}]. The first number that
 * changes has its change beside it, as a number and as a part. A number that never changes has only
 * one column. The column "only", which says that a thing is in one run only, is left out if all
 * things are in both runs.
 */
function shownColumns({ columns, rows }) {
  const pairs = pairsOf(columns);
  const first = pairs.find((pair) => columns[pair].measure !== "text" && !agrees(rows, pair));
  return columns.flatMap(({ key, measure }, i) => {
    const of = (row) => row[i];
    if (key === "only" && rows.every((row) => row[i] === "")) return [];
    if (pairs.includes(i)) return agrees(rows, i) ? [] : [{ key, measure, of }];
    if (!pairs.includes(i - 1)) return [{ key, measure, of }];
    if (agrees(rows, i - 1)) return [{ key, measure, of }];
    const now = { key: `${key}_now`, measure, of };
    if (i - 1 !== first) return [now];
    const change = (row) => row[i] - row[i - 1];
    const changed = (row) => part(row[i - 1], row[i]);
    return [now, { key: "change", measure, signed: true, of: change }, { key: "part", measure: "share", signed: true, of: changed }];
  });
}

export function withChanges(table) {
  const columns = shownColumns(table);
  return {
    ...table,
    columns: columns.map(({ key, measure, signed = false }) => ({ key, measure, signed })),
    rows: table.rows.map((row) => columns.map(({ of }) => of(row))),
  };
}

/** The report, with its tables changed in this way. */
export function comparedReport(report) {
  const sections = report.sections.map((section) => ({ ...section, tables: section.tables.map(withChanges) }));
  return { ...report, sections };
}
