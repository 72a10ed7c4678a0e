// SPDX-License-Identifier: GPL-2.0-or-later
//
// The rows of a timeline.  A row is a thread, or the first threads of the programs that a process
// executes one after the other, or a process whose threads are folded into one row.
//
// Example: process 7 has threads 1 and 2; process 8 executes a program with thread 3, which executes
// another one with thread 4.  The rows are: process 7, thread 1, thread 2, process 8 (threads 3 and
// 4).  If process 7 is folded, they are: process 7 (threads 1 and 2), process 8.

/** With more rows than these, processes are folded at first, because the names are more than one can read. */
const MOST_UNFOLDED = 64;

export class Rows {
  /** `run`: what a timeline is drawn of. */
  constructor(run) {
    this.run = run;
    /** {name, lanes}: a lane is the threads of a row of the process while it is not folded. */
    this.processes = processesOf(run);
    this.isFolded = this.processes.map(() => false);
    this.place();
    if (this.list.length > MOST_UNFOLDED) this.fold(this.foldable, true);
  }

  /** Numbers of processes with more than one lane, if there are several processes. */
  get foldable() {
    const all = d3.range(this.processes.length);
    return all.length > 1 ? all.filter((process) => this.processes[process].lanes.length > 1) : [];
  }

  fold(processes, isFolded) {
    for (const process of processes) this.isFolded[process] = isFolded;
    this.place();
  }

  /** Folds a process, or unfolds it. */
  toggle(process) {
    this.fold([process], !this.isFolded[process]);
  }

  /** Folds all processes, or, if all are folded, unfolds them. */
  toggleAll() {
    const { foldable } = this;
    this.fold(foldable, foldable.some((process) => !this.isFolded[process]));
  }

  /** The row that shows a thread. */
  rowOf(thread) {
    return this.rows[thread];
  }

  /** The process of a thread. */
  processOf(thread) {
    return this.list[this.rows[thread]].process;
  }

  /** The thread of the program that its process executes next (1), or has executed before (-1); -1: there is none. */
  threadBeside(thread, step) {
    const lane = this.processes[this.processOf(thread)].lanes.find((threads) => threads.includes(thread));
    const other = lane[lane.indexOf(thread) + step];
    return other !== undefined && this.run.threadSlices[other] < this.run.threadSlices[other + 1] ? other : -1;
  }

  place() {
    const foldable = new Set(this.foldable);
    /** {name, process, threads, folds, isFolded}; folds: the row is the head of a process that can be folded. */
    this.list = [];
    this.processes.forEach(({ name, lanes }, process) => {
      const folds = foldable.has(process);
      const isFolded = folds && this.isFolded[process];
      if (folds) this.list.push({ name, process, threads: isFolded ? lanes.flat() : [], folds, isFolded });
      if (isFolded) return;
      for (const threads of lanes) {
        this.list.push({ name: this.laneName(process, threads), process, threads, folds: false, isFolded });
      }
    });
    /** By thread: its row. */
    this.rows = new Uint32Array(this.run.threads.length);
    this.list.forEach(({ threads }, row) => {
      for (const thread of threads) this.rows[thread] = row;
    });
  }

  /** The process' name, if the lane is all of it and it is not the only thread of the run; else that of its last thread. */
  laneName(process, threads) {
    const { name, lanes } = this.processes[process];
    if (lanes.length === 1 && this.run.threads.length > 1) return name;
    return this.run.threads[threads[threads.length - 1]].name;
  }
}

function processesOf({ threads, processes }) {
  const found = [];
  let latest; // the process' lane of first threads of programs
  threads.forEach(({ process, begins_program: isFirst }, thread) => {
    if (thread === 0 || process !== threads[thread - 1].process) {
      found.push({ name: processes[found.length], lanes: [] });
      latest = null;
    }
    const { lanes } = found[found.length - 1];
    if (isFirst && latest !== null) {
      latest.push(thread);
      return;
    }
    lanes.push([thread]);
    if (isFirst) latest = lanes[lanes.length - 1];
  });
  return found;
}
