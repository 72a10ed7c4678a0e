// SPDX-License-Identifier: GPL-2.0-or-later

/**
 * The bytes that threads read from each other within an interval of a schedule: [{from, to,
 * bytes}]. `from` has written them, and `to` reads them. Both are names of threads.
 */
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
