// SPDX-License-Identifier: GPL-2.0-or-later
//
// The rows of a timeline.  The first ones are those of meetings of threads.  Each other row is a thread, or the first threads of the programs that a process
// executes one after the other, or a group whose threads are folded into one row.
//
// Groups are a process among several, and threads of a process that do the same job.
//
// Example: process 7 has thread 1 and twenty threads of work(); process 8 executes a program with
// thread 22, which executes another one with thread 23.  The rows are: process 7, thread 1, the
// group of work(), its twenty threads, process 8 (threads 22 and 23).  If the group is folded, its
// twenty threads are in the row of the group.  If process 7 is folded, the rows are process 7
// (threads 1 to 21) and process 8.

/** With more rows than this, groups are folded at first, because nobody can read so many names. */
const MOST_UNFOLDED = 64;
/** Fewer threads of a process that do the same job are no group, because a row for its name would hardly save any. */
const LEAST_GROUP = 8;

/** The threads that are drawn in one row while nothing is folded. */
class Lane {
  constructor(process, name, threads) {
    Object.assign(this, { process, name, threads });
  }

  addRows(rows, depth) {
    rows.push({ ...this, depth, group: null, isFolded: false });
  }
}

/** The row of a meeting: its rounds, above the threads. */
class RoundsRow {
  constructor(name, meeting) {
    Object.assign(this, { process: -1, name, depth: 0, threads: [], group: null, isFolded: false, meeting });
  }
}

/** Parts, which are lanes and groups, that can be folded into one row. */
class Group {
  constructor(process, name, parts) {
    Object.assign(this, { process, name, parts, isFolded: false });
    this.threads = parts.flatMap((part) => part.threads);
  }

  addRows(rows, depth) {
    const { process, name, isFolded } = this;
    rows.push({ process, name, depth, threads: isFolded ? this.threads : [], group: this, isFolded });
    if (!isFolded) for (const part of this.parts) part.addRows(rows, depth + 1);
  }
}

export class Rows {
  /** `run`: the run or plan of the timeline. */
  constructor(run) {
    this.run = run;
    const processes = processesOf(run);
    /** Lanes and groups. */
    this.parts = processes.flatMap((process) => partsOfProcess(process, run, processes.length > 1));
    /** All groups. A group comes before the groups in it. */
    this.groups = [];
    /** By thread: the groups that contain it, the outermost first. */
    this.groupsOf = run.threads.map(() => []);
    /** By thread: the threads of its lane. */
    this.laneOf = [];
    for (const part of this.parts) this.note(part);
    this.place();
    if (this.list.length > MOST_UNFOLDED) this.fold(this.groups, true);
  }

  note(part) {
    if (part instanceof Group) {
      this.groups.push(part);
      for (const thread of part.threads) this.groupsOf[thread].push(part);
      for (const inner of part.parts) this.note(inner);
    } else {
      for (const thread of part.threads) this.laneOf[thread] = part.threads;
    }
  }

  fold(groups, isFolded) {
    for (const group of groups) group.isFolded = isFolded;
    this.place();
  }

  /** Folds a group, or unfolds it. */
  toggle(group) {
    this.fold([group], !group.isFolded);
  }

  /** Folds all groups. If all groups that have a row are folded already, unfolds all groups. */
  toggleAll() {
    this.fold(this.groups, this.list.some(({ group, isFolded }) => group && !isFolded));
  }

  /**
   * The outermost folded group that contains a thread or, if none is folded, the innermost group.
   * undefined: there is none.
   */
  nextGroup(thread) {
    const groups = this.groupsOf[thread];
    return groups.find(({ isFolded }) => isFolded) ?? groups[groups.length - 1];
  }

  /** The innermost group around a thread's row that is not folded; undefined: there is none. */
  groupAround(thread) {
    const groups = this.groupsOf[thread];
    const folded = groups.findIndex(({ isFolded }) => isFolded);
    return groups[(folded < 0 ? groups.length : folded) - 1];
  }

  /** The row that shows a thread. */
  rowOf(thread) {
    return this.rows[thread];
  }

  /** The thread of the program that its process executes next (1), or has executed before (-1); -1: there is none. */
  threadBeside(thread, step) {
    const lane = this.laneOf[thread];
    const other = lane[lane.indexOf(thread) + step];
    return other !== undefined && this.run.threadSlices[other] < this.run.threadSlices[other + 1] ? other : -1;
  }

  place() {
    /**
     * {name, process, depth, threads, group, isFolded}; depth: how many groups it is in; group: that it is the
     * head of, or null.  The first ones are RoundsRows.
     */
    this.list = this.run.rounds ? this.run.rounds.names.map((name, meeting) => new RoundsRow(name, meeting)) : [];
    for (const part of this.parts) part.addRows(this.list, 0);
    /** By thread: its row. */
    this.rows = new Uint32Array(this.run.threads.length);
    this.list.forEach(({ threads }, row) => {
      for (const thread of threads) this.rows[thread] = row;
    });
  }
}

/**
 * {process, name, lanes} for each process. `process`: its number. A lane consists of the threads of
 * a row.
 */
function processesOf({ threads, processes }) {
  const found = [];
  let latest; // the process' lane of first threads of programs
  threads.forEach(({ process, begins_program: isFirst }, thread) => {
    if (thread === 0 || process !== threads[thread - 1].process) {
      found.push({ process: found.length, name: processes[found.length], lanes: [] });
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

/**
 * A lane has the name of its process, if it is the whole process and the run has other threads.
 * Otherwise it has the name of its last thread.
 */
function partsOfProcess({ process, name, lanes }, run, isOneOfSeveral) {
  if (lanes.length === 1 && run.threads.length > 1) return [new Lane(process, name, lanes[0])];
  const parts = partsOfThreads(process, lanes, run);
  return isOneOfSeveral ? [new Group(process, name, parts)] : parts;
}

/** A group stands at the place of its first thread. */
function partsOfThreads(process, lanes, { threads }) {
  const last = (lane) => threads[lane[lane.length - 1]];
  const byGroup = new Map();
  for (const lane of lanes) {
    const { group } = last(lane);
    // A thread of which nothing is known is alone.
    const key = group || lane;
    if (!byGroup.has(key)) byGroup.set(key, []);
    byGroup.get(key).push(new Lane(process, last(lane).name, lane));
  }
  return [...byGroup].flatMap(([group, alike]) => {
    return alike.length < LEAST_GROUP ? alike : [new Group(process, `${d3.format(",")(alike.length)} × ${group}`, alike)];
  });
}
