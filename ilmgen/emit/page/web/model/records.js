// SPDX-License-Identifier: GPL-2.0-or-later

/** A table's rows by its columns' keys. */
export function recordsOf(table) {
  return table.rows.map((row) => Object.fromEntries(table.columns.map(({ key }, i) => [key, row[i]])));
}
