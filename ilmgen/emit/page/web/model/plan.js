// SPDX-License-Identifier: GPL-2.0-or-later
//
// The results of ilmgen --plan for the run: the curve of time over memory, and a plan.

import { starts, summed } from "./packed.js";

export class Planning {
  constructor(packed, run) {
    const { sentences, curve, plan } = packed.header.planning;
    /** The curve in words. */
    this.sentences = sentences;
    /** As `ilmgen --plan=PROCESSORS` writes it: docs/plan-format.md. */
    this.curve = curve;
    /** As `ilmgen --plan=PROCESSORS,MEMORY` writes it, without the steps; null: there is only the curve. */
    this.plan = plan ?? null;
    this.lanes = this.plan && new PlannedLanes(packed, run, this.plan);
    this.booked = this.plan && new Booked(packed, this.plan);
  }

  /** Whether any plan books something. */
  get needsMemory() {
    return this.curve.points[this.curve.points.length - 1].memory > 0;
  }

  /** `makespan`, divided by the makespan with enough memory. */
  timesAsLong(makespan) {
    const fastest = this.curve.points[this.curve.points.length - 1].makespan;
    return fastest > 0 ? makespan / fastest : 1;
  }
}

/**
 * The plan's steps in the form of a run, for the timeline: the threads are processors here, and the
 * slices are bars. A bar is a step, or several steps that follow each other closely on a processor.
 * It is described by the step with the most work.
 */
class PlannedLanes {
  constructor(packed, run, { makespan }) {
    const column = (name, Numbers) => packed.column(`plan_${name}`, Numbers);
    this.run = run;
    /** The bars of the plan, and the time within which steps are one bar; 0: each bar is one step. */
    this.allSteps = packed.header.planning.steps;
    this.joinedWithin = packed.header.planning.joined_within;
    /** By thread of the run: which forks lead to it. */
    this.paths = packed.header.planning.paths;
    const bars = column("bars", Uint32Array);
    this.threads = Array.from(bars, (_, processor) => ({ name: `processor ${processor + 1}` }));
    this.threadSlices = starts(bars);
    this.work = column("work");
    this.path = new Uint8Array(this.work.length);
    /** By bar: how many steps it has, and what they book: hbal of all, the largest hmax. */
    this.steps = column("steps", Uint32Array);
    this.balance = column("balances");
    this.highest = column("highest");
    /**
     * By bar: the run's slice, the number of the event in the trace (0: none) and in its thread,
     * and its label.
     */
    this.slice = Uint32Array.from(summed(column("slices")));
    this.ids = summed(column("ids"));
    this.nth = column("nths", Uint32Array);
    this.label = column("labels", Uint32Array);
    this.schedules = [this.scheduleOf(column("gaps"), makespan)];
  }

  scheduleOf(gaps, time) {
    const zeros = new Float64Array(this.work.length);
    const [begin, end] = [new Float64Array(this.work.length), new Float64Array(this.work.length)];
    for (let processor = 0; processor < this.threads.length; processor++) {
      let now = 0;
      for (let bar = this.threadSlices[processor]; bar < this.threadSlices[processor + 1]; bar++) {
        begin[bar] = now + gaps[bar];
        now = end[bar] = begin[bar] + this.work[bar];
      }
    }
    const threadEnd = (_, processor) => end[this.threadSlices[processor + 1] - 1] ?? 0;
    const threadBegin = new Float64Array(this.threads.length);
    const cause = new Int32Array(this.work.length).fill(-1);
    return { processors: this.threads.length, time, work: this.work, begin, end, wait: zeros, ready: zeros, cause, threadBegin, threadEnd };
  }

  get slices() {
    return this.work.length;
  }

  get names() {
    return this.run.names;
  }

  get cost() {
    return this.run.cost;
  }

  /** All rows belong to one process, because processors do not belong to processes. */
  get processes() {
    return [""];
  }

  /**
   * Whether a line is drawn between bars. It is, because bars that follow each other directly may
   * be of different threads.
   */
  get separatesBars() {
    return true;
  }

  /** The processor. */
  threadOf(bar) {
    return d3.bisectRight(this.threadSlices, bar) - 1;
  }

  functionOf(bar) {
    return this.run.functionOf(this.slice[bar]);
  }

  sources() {
    return [];
  }

  threadName(bar) {
    return this.run.threads[this.run.threadOf(this.slice[bar])].name;
  }

  /** The name of the event that ends the bar's step. */
  eventName(bar) {
    return this.run.labelName(this.run.labels[this.label[bar]]) || "the end of its thread";
  }

  /** The bar's thread, and its function or else its event. */
  barName(bar) {
    const name = this.functionOf(bar);
    return `${this.threadName(bar)}: ${name < 0 ? this.eventName(bar) : this.names[name]}`;
  }

  /** The bar that is described by a slice of the run; -1 if there is none. */
  barOf(slice) {
    this.bars = this.bars ?? this.findBars();
    return this.bars[slice] ?? -1;
  }

  findBars() {
    const bars = new Int32Array(this.run.slices).fill(-1);
    for (let bar = this.slices - 1; bar >= 0; bar--) bars[this.slice[bar]] = bar;
    return bars;
  }

  /**
   * The bar of the same thread behind (1) or before (-1) this one, on any processor. The first bar
   * of all if there is no bar.
   */
  next(bar, step) {
    if (bar < 0) return this.slices > 0 ? 0 : -1;
    this.byThread = this.byThread ?? this.findThreads();
    const bars = this.byThread.get(this.run.threadOf(this.slice[bar]));
    return bars[bars.indexOf(bar) + step] ?? bar;
  }

  /** Finds the bars of each thread, in the order of time. */
  findThreads() {
    const threads = new Map();
    const { begin, end } = this.schedules[0];
    for (let bar = 0; bar < this.slices; bar++) {
      const thread = this.run.threadOf(this.slice[bar]);
      if (!threads.has(thread)) threads.set(thread, []);
      threads.get(thread).push(bar);
    }
    for (const bars of threads.values()) bars.sort((a, b) => begin[a] - begin[b] || end[a] - end[b] || this.nth[a] - this.nth[b]);
    return threads;
  }
}

/** The booked bytes over time. */
class Booked {
  constructor(packed, { makespan }) {
    /** From times[i] on, bytes[i] are booked. */
    this.times = summed(packed.column("plan_times"));
    this.bytes = packed.column("plan_bytes");
    this.end = makespan;
  }

  get highest() {
    return d3.max(this.bytes) ?? 0;
  }

  get lowest() {
    return d3.min(this.bytes) ?? 0;
  }

  /** Returns the bytes that are booked at a time, after all that begins or ends then. */
  at(time) {
    return this.bytes[d3.bisectRight(this.times, time) - 1] ?? 0;
  }

  /** [time, bytes] at `from`, at each change up to `to`, and at `to`. */
  within(from, to) {
    const [first, last] = [d3.bisectRight(this.times, from), d3.bisectRight(this.times, to)];
    const changes = d3.range(first, last).map((i) => [this.times[i], this.bytes[i]]);
    return [[from, this.at(from)], ...changes, [to, this.at(to)]];
  }
}
