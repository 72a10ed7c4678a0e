// SPDX-License-Identifier: GPL-2.0-or-later
//
// The slices around one slice in the order of events, as many as a person can read.

/** How many steps back and forward are shown, in the slice's own thread and through others. */
const STEPS = 2;
/** How many of the slices directly before, or directly after, a slice are shown. */
const MOST_BESIDE = 4;

/** By slice: the slices of other threads that come after it. Made once for a run. */
export class Followers {
  constructor(run) {
    const counts = new Uint32Array(run.slices + 1);
    forEachPair(run, (source) => counts[source + 1]++);
    for (let i = 1; i <= run.slices; i++) counts[i] += counts[i - 1];
    const next = counts.slice();
    this.starts = counts;
    this.items = new Uint32Array(counts[run.slices]);
    forEachPair(run, (source, slice) => {
      this.items[next[source]++] = slice;
    });
  }

  of(slice) {
    return this.items.subarray(this.starts[slice], this.starts[slice + 1]);
  }
}

/**
 * If slices have their sources in common, only the first few of them are passed to `tell`, because
 * a barrier of n threads would give n * n pairs.
 */
function forEachPair(run, tell) {
  const times = new Uint32Array(run.listStarts.length);
  for (let slice = 0; slice < run.slices; slice++) {
    const list = run.sourceList[slice];
    if (list === 0 || times[list]++ > MOST_BESIDE) continue;
    for (const source of run.sources(slice)) tell(source, slice);
  }
}

export class Neighbourhood {
  constructor(run, followers, slice) {
    Object.assign(this, { run, followers });
    /** The slices that are shown. */
    this.slices = new Set([slice]);
    /** The edges {from, to} between these slices. */
    this.edges = [];
    /** How many slices directly before the slice, and directly after it, are not shown. */
    this.leftOut = [0, 0];
    this.grow(slice, (that) => this.before(that), 0);
    this.grow(slice, (that) => this.after(that), 1);
    this.connect();
  }

  /** All slices directly before a slice: that of its own thread, then those of others. */
  before(slice) {
    const sources = [...this.run.sources(slice)];
    return this.isFirst(slice) ? sources : [slice - 1, ...sources];
  }

  after(slice) {
    const followers = [...this.followers.of(slice)];
    return this.isLast(slice) ? followers : [slice + 1, ...followers];
  }

  isFirst(slice) {
    return slice === this.run.threadSlices[this.run.threadOf(slice)];
  }

  isLast(slice) {
    return slice + 1 === this.run.threadSlices[this.run.threadOf(slice) + 1];
  }

  grow(slice, beside, direction) {
    let edge = [slice];
    for (let step = 0; step < STEPS; step++) {
      const next = [];
      for (const that of edge) {
        const all = beside(that);
        if (step === 0) this.leftOut[direction] = Math.max(0, all.length - MOST_BESIDE);
        next.push(...all.slice(0, MOST_BESIDE));
      }
      for (const that of next) this.slices.add(that);
      edge = next;
    }
  }

  connect() {
    for (const to of this.slices) {
      for (const from of this.before(to)) if (this.slices.has(from)) this.edges.push({ from, to });
    }
  }

  /** The row of each slice, which is below all slices that it comes after. */
  rows() {
    const { end } = this.run.schedules[0];
    const inOrder = [...this.slices].sort((a, b) => end[a] - end[b] || a - b);
    const rows = new Map(inOrder.map((slice) => [slice, 0]));
    // Events of one time may stand in any order: rows grow until none does.
    for (let grown = true; grown; ) {
      grown = false;
      for (const { from, to } of this.edges) {
        if (rows.get(to) > rows.get(from)) continue;
        if (rows.get(from) > this.slices.size) return rows;
        rows.set(to, rows.get(from) + 1);
        grown = true;
      }
    }
    return rows;
  }
}
