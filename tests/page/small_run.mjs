// SPDX-License-Identifier: GPL-2.0-or-later
//
// A run that is small enough to compute each figure by hand, and runs that differ from it.
//
//   time    0         10   15        25   30  35              60
//   main    | 0: work | 1: work           | 2: work 5, waits   |   slice 2 waits for slice 4
//   worker            ready | 3: work | waits | 4: work        |   slice 3 waits for slice 1

import "./d3.mjs";
import { Run } from "../../ilmgen/emit/page/web/model/run.js";

const BY_SLICE = ["work", "events", "ids", "labels", "path", "mixes", "source_lists", "ready_0", "wait_0", "cause_0"];

const NO_EVENT = { verb: "", object: "", place: "", frame: 0 };

/** As Packed, of columns that are already numbers; a column that is not given is of zeros, or empty. */
class Columns {
  constructor(header, columns) {
    Object.assign(this, { header, columns });
  }

  has(name) {
    return name in this.columns;
  }

  column(name, Numbers = Float64Array) {
    const { work = [] } = this.columns;
    return Numbers.from(this.columns[name] ?? (BY_SLICE.includes(name) ? work.map(() => 0) : []));
  }
}

export function runOf(columns, header = {}) {
  const whole = {
    command: "a.out",
    cost: "instructions",
    joined_within: 0,
    names: ["root"],
    threads: [],
    processes: ["a.out"],
    labels: [NO_EVENT],
    ranks: [],
    rounds: [],
    report: { sections: [] },
    schedules: [{ processors: 0, time: 0 }],
    ...header,
  };
  const least = { frame_parents: [0], frame_names: [0], mix_sizes: [0], list_sizes: [0] };
  return new Run(new Columns(whole, { ...least, ...columns }));
}

export const SMALL_COLUMNS = {
  thread_slices: [3, 2],
  work: [10, 20, 5, 10, 30],
  ids: [1, 1, 1, -1, 3],
  labels: [1, 2, 3, 4, 0],
  path: [3, 3, 2, 2, 3],
  mixes: [1, 1, 0, 2, 2],
  source_lists: [0, 0, 1, 2, 0],
  list_sizes: [0, 1, 2],
  list_items: [4, 0, 1],
  ready_0: [0, 0, 0, 5, 0],
  wait_0: [0, 0, 25, 5, 0],
  cause_0: [0, 0, -2, 2, 0],
  thread_begin_0: [0, 10],
  // root calls main (1) and pop (3); main calls push (2)
  frame_parents: [0, 0, 1, 0],
  frame_names: [0, 1, 2, 3],
  mix_sizes: [0, 2, 1],
  mix_frames: [1, 2, 3],
  mix_weights: [1, 3, 2],
  site_frames: [2, 3],
  site_names: [4, 5],
  site_bytes: [100, 60],
  site_blocks: [1, 1],
  // slice 1 allocates 100 bytes at site 0, slice 4 allocates 60 at site 1
  allocated_slices: [1, 3],
  allocated_keys: [0, 1],
  allocated_bytes: [100, 60],
  // slice 4 reads 80 bytes that thread 0 wrote
  flow_slices: [4],
  flow_keys: [0],
  flow_bytes: [80],
  // at 20: site 0 has 100; at 40: site 1 has 60; at 50: site 0 has none
  heap_times_0: [20, 20, 10],
  heap_changes_0: [2, 1],
  heap_moments_0: [0, 2, 1],
  heap_bytes_0: [100, 0, 60],
};

export const SMALL_HEADER = {
  names: ["root", "main", "push", "pop<int>(int)", "the queue", "a node"],
  threads: [
    { id: 1, name: "main", process: 0 },
    { id: 2, name: "worker", process: 0 },
  ],
  labels: [
    NO_EVENT,
    { verb: "has forked", object: "thread 2", place: "main (a.c:1)", frame: 1 },
    { verb: "has released", object: "mutex m (q.c:3)", place: "push (q.c:7)", frame: 2 },
    { verb: "has joined", object: "thread 2", place: "main (a.c:9)", frame: 1 },
    { verb: "has", object: "mutex m (q.c:3)", place: "pop (q.c:9)", frame: 3 },
  ],
  schedules: [{ processors: 0, time: 60 }],
};

/** `columns`, `header`: what is different. */
export function smallRun(columns = {}, header = {}) {
  return runOf({ ...SMALL_COLUMNS, ...columns }, { ...SMALL_HEADER, ...header });
}
