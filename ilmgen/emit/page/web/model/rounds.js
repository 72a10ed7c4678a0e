// SPDX-License-Identifier: GPL-2.0-or-later
//
// Rounds in which threads meet: of barriers, of OpenMP's regions, of joins at one place.  A round goes from
// the end of the meeting's round before to its own end.  Rounds that are too narrow to be seen fold into one.
//
// Example: rounds end at 10, 20, 30, 40 and 100, and 15 is the least width that can be seen.  Rounds 1 to 4
// fold, from 0 to 40, and round 5 is shown as it is, from 40 to 100.

import { starts, summed } from "./packed.js";

export class Rounds {
  constructor(packed) {
    /** The names of meetings. */
    this.names = packed.header.rounds;
    const sizes = starts(packed.column("round_sizes", Uint32Array));
    const slices = packed.column("round_slices");
    const counts = packed.column("round_counts");
    /** By meeting: {slices, counts}: in which slices rounds end, and how many in each. */
    this.meetings = this.names.map((_, meeting) => {
      const [first, end] = [sizes[meeting], sizes[meeting + 1]];
      return { slices: summed(slices.subarray(first, end)), counts: counts.subarray(first, end) };
    });
  }

  /** By meeting: its Laps on a schedule. */
  laps(schedule) {
    return this.meetings.map(({ slices, counts }, meeting) => {
      const order = d3.range(slices.length).sort((a, b) => schedule.end[slices[a]] - schedule.end[slices[b]]);
      const ends = Float64Array.from(order, (i) => schedule.end[slices[i]]);
      return new Laps(this.names[meeting], ends, Array.from(order, (i) => counts[i]));
    });
  }
}

/** The rounds of a meeting in the order of time.  A lap is a round, or several that end in one slice. */
export class Laps {
  constructor(name, ends, counts) {
    Object.assign(this, { name, ends });
    /** By lap: how many rounds have ended with it. */
    this.rounds = summed(counts);
  }

  get count() {
    return this.rounds[this.rounds.length - 1] ?? 0;
  }

  begin(lap) {
    return lap === 0 ? 0 : this.ends[lap - 1];
  }

  /** {from, to, first, last}: the rounds, by number, that are in view from one time to another, where laps narrower than `least` fold. */
  folds(from, to, least) {
    const folds = [];
    let lap = d3.bisectRight(this.ends, from);
    while (lap < this.ends.length && this.begin(lap) < to) {
      const next = Math.max(this.nextWide(lap, to, least), lap + 1);
      const first = lap === 0 ? 1 : this.rounds[lap - 1] + 1;
      folds.push({ from: this.begin(lap), to: this.ends[next - 1], first, last: this.rounds[next - 1] });
      lap = next;
    }
    return folds;
  }

  /** The first lap from this one on that is as wide as that, or is not in view any more. */
  nextWide(lap, to, least) {
    while (lap < this.ends.length && this.begin(lap) < to) {
      const next = d3.bisectLeft(this.ends, this.begin(lap) + least, lap);
      if (next === lap) break;
      lap = next;
    }
    return lap;
  }

  /** How long a round takes on average.  The first one of all is left out, because what comes before the rounds is in it. */
  mean({ from, to, first, last }) {
    if (first > 1 || last <= this.rounds[0]) return (to - from) / (last - first + 1);
    return (to - this.ends[0]) / (last - this.rounds[0]);
  }

  /** The longest round, as a fold; the first one and those that share their slice with others are left out.  Null: there is none. */
  longest() {
    let longest = null;
    for (let lap = 1; lap < this.ends.length; lap++) {
      const [from, to] = [this.ends[lap - 1], this.ends[lap]];
      const number = this.rounds[lap];
      if (number === this.rounds[lap - 1] + 1 && (!longest || to - from > longest.to - longest.from)) {
        longest = { from, to, first: number, last: number };
      }
    }
    return longest;
  }
}
