// SPDX-License-Identifier: GPL-2.0-or-later

/** Who reads what of whom within an interval of a schedule: [{from, to, bytes}], threads by name. */
export function flowRows(run, schedule, interval) {
  const sums = new Map(); // by reader and writer
  run.flow.within(run, schedule, interval, (slice, writer, bytes) => {
    const pair = run.threadOf(slice) * run.threads.length + writer;
    sums.set(pair, (sums.get(pair) ?? 0) + bytes);
  });
  const name = (thread) => run.threads[thread].name;
  return Array.from(sums, ([pair, bytes]) => {
    return { from: name(pair % run.threads.length), to: name(Math.floor(pair / run.threads.length)), bytes };
  });
}
