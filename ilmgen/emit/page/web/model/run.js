// SPDX-License-Identifier: GPL-2.0-or-later
//
// The run that the page is about. Views use this interface, and do not know how the run was packed.
//
// A slice is an interval of a thread's work and the event that ends it. In a long run, a slice is
// several such intervals that follow each other. Slices are numbered thread by thread, in the order
// of time.

import { starts } from "./packed.js";
import { Planning } from "./plan.js";
import { RankCells } from "./rank_cells.js";
import { Rounds } from "./rounds.js";
import { Schedule } from "./schedule.js";
import { SliceSums } from "./slice_sums.js";

/** Bits of Run.path: the slice's work is on the critical path, or its event is. */
export const WORK_ON_PATH = 1;
export const EVENT_ON_PATH = 2;

export class Run {
  constructor(packed) {
    const { header } = packed;
    this.command = header.command;
    /** The unit of work and time: "instructions", "us", ... */
    this.cost = header.cost;
    this.report = header.report;
    /**
     * Events that were joined to one slice lie at most this far apart. 0: each slice is one event.
     */
    this.joinedWithin = header.joined_within;
    this.names = header.names;
    /**
     * {id, name, group, process, begins_program}. The threads of a process stand together. `group`:
     * the common name of threads that do the same job; empty if it is not known. `process`: the
     * pid, or 0 if there is only one process. `begins_program`: whether this is the first thread of
     * a program that a process executes.
     */
    this.threads = header.threads;
    /** Names of processes, in the order of their threads. */
    this.processes = header.processes;
    this.readSlices(packed);
    this.readStacks(packed);
    /** Bytes by site of allocations. */
    this.allocated = new SliceSums(packed, "allocated");
    /** Bytes that are read, by the thread that wrote them. */
    this.flow = new SliceSums(packed, "flow");
    this.rounds = new Rounds(packed);
    this.rankCells = new RankCells(packed);
    /** The plan; null if the page has none. */
    this.planning = header.planning ? new Planning(packed, this) : null;
    this.schedules = header.schedules.map((_, number) => new Schedule(packed, this, number));
  }

  readSlices(packed) {
    /** Thread t has slices threadSlices[t] up to threadSlices[t + 1]. */
    this.threadSlices = starts(packed.column("thread_slices", Uint32Array));
    /** By slice, in units of cost. */
    this.work = packed.column("work");
    /** By slice: how many events it has. */
    this.events = packed.column("events", Uint32Array);
    /** By slice: the trace's number of its last event; 0: it has none. */
    this.ids = packed.column("ids");
    this.ids.forEach((difference, i) => {
      this.ids[i] = difference + (i > 0 ? this.ids[i - 1] : 0);
    });
    /** By slice: index into labels, for its event. */
    this.label = packed.column("labels", Uint32Array);
    /**
     * {verb, object, place, frame}: "has", "mutex queue", "pop (queue.c:7)", and the stack.  The
     * first one is of slices without an event.
     */
    this.labels = packed.header.labels;
    /** By slice: bits of the critical path. */
    this.path = packed.column("path", Uint8Array);
    /** By slice: the mix of its work. */
    this.mix = packed.column("mixes", Uint32Array);
    this.sourceList = packed.column("source_lists", Uint32Array);
    this.listStarts = starts(packed.column("list_sizes", Uint32Array));
    this.listItems = packed.column("list_items", Uint32Array);
  }

  readStacks(packed) {
    /** Calls as a tree: 0 is the root; a frame's parent is its caller and has a lower number. */
    this.frameParent = packed.column("frame_parents", Uint32Array);
    /** By frame: index into names. */
    this.frameName = packed.column("frame_names", Uint32Array);
    this.mixStarts = starts(packed.column("mix_sizes", Uint32Array));
    this.mixFrames = packed.column("mix_frames", Uint32Array);
    this.mixWeights = packed.column("mix_weights");
    /**
     * By allocation site: the frame of its stack, the index of its name, and its bytes and blocks
     * in total.
     */
    this.siteFrame = packed.column("site_frames", Uint32Array);
    this.siteName = packed.column("site_names", Uint32Array);
    this.siteBytes = packed.column("site_bytes");
    this.siteBlocks = packed.column("site_blocks");
  }

  get slices() {
    return this.work.length;
  }

  threadOf(slice) {
    return d3.bisectRight(this.threadSlices, slice) - 1;
  }

  /** The description of the slice's event, for a person. */
  eventName(slice) {
    return this.labelName(this.labels[this.label[slice]]);
  }

  labelName({ verb, object }) {
    return object ? `${verb} ${object}` : verb;
  }

  /** Slices of other threads whose events come before this one's. */
  sources(slice) {
    const list = this.sourceList[slice];
    const thread = this.threadOf(slice);
    const [first, end] = [this.threadSlices[thread], this.threadSlices[thread + 1]];
    // Slices that leave a barrier together share a list, which has their own arrivals, too.
    return this.listItems
      .subarray(this.listStarts[list], this.listStarts[list + 1])
      .filter((source) => source < first || source >= end);
  }

  /** The parts of a mix: `tell(frame, share)`; shares sum up to 1, or there are none. */
  mixParts(mix, tell) {
    let all = 0;
    for (let i = this.mixStarts[mix]; i < this.mixStarts[mix + 1]; i++) all += this.mixWeights[i];
    for (let i = this.mixStarts[mix]; i < this.mixStarts[mix + 1]; i++) {
      tell(this.mixFrames[i], this.mixWeights[i] / all);
    }
  }

  /** The function with most of a slice's work, as an index into names; -1 if it is not known. */
  functionOf(slice) {
    this.mixFunctions = this.mixFunctions ?? this.largestFunctions();
    return this.mixFunctions[this.mix[slice]];
  }

  /**
   * Whether a line is drawn between bars. It is not, because bars of a thread that follow each
   * other directly are one piece of work.
   */
  get separatesBars() {
    return false;
  }

  /** Names a slice's bar by its function; empty: not known. */
  barName(slice) {
    return this.names[this.functionOf(slice)] ?? "";
  }

  /** The function with the largest share, by mix. */
  largestFunctions() {
    const largest = new Int32Array(this.mixStarts.length - 1).fill(-1);
    for (let mix = 0; mix < largest.length; mix++) {
      let most = 0;
      const weights = new Map();
      for (let i = this.mixStarts[mix]; i < this.mixStarts[mix + 1]; i++) {
        const name = this.frameName[this.mixFrames[i]];
        const weight = (weights.get(name) ?? 0) + this.mixWeights[i];
        weights.set(name, weight);
        if (weight > most) [most, largest[mix]] = [weight, name];
      }
    }
    return largest;
  }

  /** A table of the report by its name, or undefined: {name, about, columns, rows, left_out}. */
  table(name) {
    const tables = this.report.sections.flatMap((section) => section.tables);
    return tables.find((table) => table.name === name);
  }

  /** A figure of the report by its name, or undefined. */
  figure(name) {
    const row = this.table("figures")?.rows.find(([, figure]) => figure === name);
    return row?.[0];
  }
}
