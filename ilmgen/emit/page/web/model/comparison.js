// SPDX-License-Identifier: GPL-2.0-or-later
//
// Two runs, and which of their parts belong together.

import { heapPeakBytes } from "./heap_levels.js";

/**
 * A name without the parts that change when code is added anywhere, because --compare also pairs
 * names in this way: "f (a.c:12)" becomes "f (a.c)", "mutex 0x1f0" becomes "mutex ".
 */
export function likeName(name) {
  return name.replace(/:\d+|0x[0-9a-f]+/g, "");
}

export class Comparison {
  constructor(before, now) {
    Object.assign(this, { before, now });
    this.matches = new SliceMatches(before, now);
  }

  /** The unit of work and time, the same in both runs. */
  get cost() {
    return this.now.cost;
  }

  /**
   * Machines that both runs have: {processors, before, now}. `before` and `now` are indices of
   * schedules.
   */
  get machines() {
    return this.now.schedules.flatMap(({ processors }, now) => {
      const before = this.before.schedules.findIndex((that) => that.processors === processors);
      return before < 0 ? [] : [{ processors, before, now }];
    });
  }

  /**
   * The first of "work", "waits" and "heap" that has changed by more than 1 %; "work" if none has.
   */
  get mainChange() {
    const figures = new Map(this.figures().map((figure) => [figure.name, figure]));
    const has = ({ before, now }) => Math.abs(now - before) > 0.01 * Math.max(before, now);
    return ["work", "waits", "heap"].find((name) => has(figures.get(name))) ?? "work";
  }

  /** Figures of the whole runs, with a processor for each thread: {name, before, now, measure}. */
  figures() {
    const of = (name, measure, value) => ({ name, measure, before: value(this.before), now: value(this.now) });
    const [work, span] = [(run) => d3.sum(run.work), (run) => run.schedules[0].time];
    return [
      of("time", "work", span),
      of("work", "work", work),
      of("parallelism", "ratio", (run) => (span(run) > 0 ? work(run) / span(run) : 0)),
      of("waits", "work", (run) => d3.sum(run.schedules[0].wait)),
      of("heap", "bytes", (run) => heapPeakBytes(run.schedules[0].heap)),
    ];
  }
}

/**
 * Finds, for a slice of one run, the same slice of the other run. It is in the thread of the same
 * name, or else of the same place. Its event has the same label and the same number among the
 * events with this label. Example: the third "has mutex m" of thread 2 belongs to the third "has
 * mutex m" of thread 2.
 */
class SliceMatches {
  constructor(before, now) {
    this.runs = { before, now };
    const numbers = new Map(); // of names that are alike
    const kindsOf = (run) =>
      run.labels.map((label) => {
        const name = likeName(run.labelName(label));
        if (!numbers.has(name)) numbers.set(name, numbers.size);
        return numbers.get(name);
      });
    /** By run and label: a number that is equal for events that are alike. */
    this.kinds = { before: kindsOf(before), now: kindsOf(now) };
  }

  /**
   * Returns the slice in the run `to` ("before" or "now") for `slice`, a slice of the other run; -1
   * if there is none.
   */
  find(to, slice) {
    if (slice < 0) return -1;
    const from = to === "before" ? "now" : "before";
    const [source, target] = [this.runs[from], this.runs[to]];
    const thread = source.threadOf(slice);
    const partner = partnerOf(source.threads, target.threads, thread);
    if (partner < 0) return -1;
    const kind = this.kinds[from][source.label[slice]];
    let nth = 0; // of its thread's events that are alike
    for (let i = source.threadSlices[thread]; i <= slice; i++) nth += this.kinds[from][source.label[i]] === kind ? 1 : 0;
    for (let i = target.threadSlices[partner]; i < target.threadSlices[partner + 1]; i++) {
      if (this.kinds[to][target.label[i]] === kind && --nth === 0) return i;
    }
    return -1;
  }
}

/**
 * The thread of the same name, or else the thread at the same place, if its name is in one run
 * only. -1: there is none.
 */
function partnerOf(threads, others, thread) {
  const namesake = others.findIndex(({ name }) => name === threads[thread].name);
  if (namesake >= 0 || thread >= others.length) return namesake;
  return threads.some(({ name }) => name === others[thread].name) ? -1 : thread;
}
