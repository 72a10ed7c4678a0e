// SPDX-License-Identifier: GPL-2.0-or-later

/**
 * The names of the functions, at most `most`, in whose colours most of the work of these runs is
 * drawn. A slice has the colour of the function with most of its work.
 */
export function shownFunctions(runs, most) {
  const sums = new Map();
  for (const run of runs) {
    for (let slice = 0; slice < run.slices; slice++) {
      const name = run.names[run.functionOf(slice)];
      if (name !== undefined && run.work[slice] > 0) sums.set(name, (sums.get(name) ?? 0) + run.work[slice]);
    }
  }
  return [...sums].sort((a, b) => b[1] - a[1]).slice(0, most).map(([name]) => name);
}
