// SPDX-License-Identifier: GPL-2.0-or-later
//
// Two runs, and what belongs together in them.

import { heapPeakBytes } from "./heap_levels.js";

/**
 * A name without what changes when code is added anywhere, as --compare pairs names: "f (a.c:12)"
 * becomes "f (a.c)", "mutex 0x1f0" becomes "mutex ".
 */
export function likeName(name) {
  return name.replace(/:\d+|0x[0-9a-f]+/g, "");
}

export class Comparison {
  constructor(before, now) {
    Object.assign(this, { before, now });
    this.matches = new SliceMatches(before, now);
  }

  /** What work and time of both are counted in. */
  get cost() {
    return this.now.cost;
  }

  /** Machines that both runs have: {processors, before, now}, indices of schedules. */
  get machines() {
    return this.now.schedules.flatMap(({ processors }, now) => {
      const before = this.before.schedules.findIndex((that) => that.processors === processors);
      return before < 0 ? [] : [{ processors, before, now }];
    });
  }

  /** What has changed by more than 1 %, the first one of "work", "waits", "heap"; "work" if none has. */
  get mainChange() {
    const figures = new Map(this.figures().map((figure) => [figure.name, figure]));
    const has = ({ before, now }) => Math.abs(now - before) > 0.01 * Math.max(before, now);
    return ["work", "waits", "heap"].find((name) => has(figures.get(name))) ?? "work";
  }

  /** {name, before, now, measure}: of the whole runs, with a processor for each thread. */
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
 * Which slice of one run is which of the other: in the thread of the same name, or else the same
 * place, the slice whose event is the same one again.  Example: the third "has mutex m" of thread 2
 * belongs to the third "has mutex m" of thread 2.
 */
class SliceMatches {
  constructor(before, now) {
    this.runs = { before, now };
    this.known = {};
  }

  /** `to`: "before" or "now"; `slice`: of the other run.  -1: there is none. */
  find(to, slice) {
    if (slice < 0) return -1;
    const [from, other] = to === "before" ? ["now", "before"] : ["before", "now"];
    const { keys } = this.index(from);
    return this.index(other).slices.get(keys[slice]) ?? -1;
  }

  /** {keys: by slice, slices: by key}. */
  index(which) {
    this.known[which] ??= this.indexOf(which);
    return this.known[which];
  }

  indexOf(which) {
    const run = this.runs[which];
    const labels = run.labels.map((label) => likeName(run.labelName(label)));
    const keys = [];
    const slices = new Map();
    for (let thread = 0; thread < run.threads.length; thread++) {
      const name = this.threadKey(which, thread);
      const counts = new Map();
      for (let slice = run.threadSlices[thread]; slice < run.threadSlices[thread + 1]; slice++) {
        const label = labels[run.label[slice]];
        counts.set(label, (counts.get(label) ?? 0) + 1);
        keys[slice] = `${name}\n${label}\n${counts.get(label)}`;
        slices.set(keys[slice], slice);
      }
    }
    return { keys, slices };
  }

  /** Threads of the same name have the same key; others that of their place. */
  threadKey(which, thread) {
    const [own, others] = which === "now" ? [this.runs.now, this.runs.before] : [this.runs.before, this.runs.now];
    const { name } = own.threads[thread];
    return others.threads.some((other) => other.name === name) ? name : `place ${thread}`;
  }
}
