// SPDX-License-Identifier: GPL-2.0-or-later
//
// How much of something there is in which calls: work, waits, bytes.

import { WORK_ON_PATH } from "./run.js";

/** `interval`: [from, to) of the schedule, null: all of it. */
function limits(interval) {
  return interval ?? [0, Infinity];
}

/** `tell(first, end)`: by thread, the slices that are not all before or behind the interval. */
function eachThreadWithin(run, schedule, interval, tell) {
  const [from, to] = limits(interval);
  for (let thread = 0; thread < run.threads.length; thread++) {
    const [first, end] = [run.threadSlices[thread], run.threadSlices[thread + 1]];
    tell(d3.bisectRight(schedule.end, from, first, end), d3.bisectLeft(schedule.begin, to, first, end));
  }
}

/** Work within the interval, by mix; `bits`: of Run.path that a slice has to have. */
function workByMix(run, schedule, interval, bits) {
  const [from, to] = limits(interval);
  const { work, mix, path } = run;
  const { begin } = schedule;
  const sums = new Float64Array(run.mixStarts.length - 1);
  eachThreadWithin(run, schedule, interval, (first, end) => {
    for (let slice = first; slice < end; slice++) {
      if ((path[slice] & bits) !== bits) continue;
      const part = Math.min(begin[slice] + work[slice], to) - Math.max(begin[slice], from);
      if (part > 0) sums[mix[slice]] += part;
    }
  });
  return sums;
}

/** Waits within the interval, by label; `at(slice)`: the slice whose event they count for. */
function waitByLabel(run, schedule, interval, at) {
  const [from, to] = limits(interval);
  const { begin, end, wait } = schedule;
  const sums = new Float64Array(run.labels.length);
  eachThreadWithin(run, schedule, interval, (first, last) => {
    for (let slice = first; slice < last; slice++) {
      if (wait[slice] === 0) continue;
      const part = Math.min(end[slice], to) - Math.max(begin[slice] + run.work[slice], from);
      if (part > 0) sums[run.label[at(slice)]] += part;
    }
  });
  return sums;
}

/** What nodes have: `self` by node, and with all that they call, `total`. */
class Profile {
  constructor(calls) {
    this.calls = calls;
    this.self = new Float64Array(calls.size);
    this.total = this.self;
  }

  /** When all of `self` is there. */
  summed() {
    const { parents } = this.calls;
    this.total = this.self.slice();
    for (let node = parents.length - 1; node > 0; node--) this.total[parents[node]] += this.total[node];
    return this;
  }

  get all() {
    return this.total[0];
  }

  /** [{name, self, total}], the largest `self` first; a function that calls itself counts once. */
  functions() {
    const { names, repeated } = this.calls;
    const functions = new Map();
    for (let node = 1; node < names.length; node++) {
      if (this.total[node] === 0) continue;
      const name = names[node];
      if (!functions.has(name)) functions.set(name, { name, self: 0, total: 0 });
      const sums = functions.get(name);
      sums.self += this.self[node];
      if (!repeated[node]) sums.total += this.total[node];
    }
    return [...functions.values()].sort((a, b) => b.self - a.self || b.total - a.total);
  }

  /** By node: whether its name has the text in it, in letters of either case; null: no text. */
  matches(text) {
    if (!text) return null;
    const letters = text.toLowerCase();
    const known = new Map();
    return Uint8Array.from(this.calls.names, (name, node) => {
      if (!known.has(name)) known.set(name, name.toLowerCase().includes(letters));
      return node > 0 && known.get(name) ? 1 : 0;
    });
  }

  /** What calls that match have, with all that they call. */
  matched(matches) {
    const { parents } = this.calls;
    const within = new Uint8Array(parents.length);
    let sum = 0;
    for (let node = 1; node < parents.length; node++) {
      within[node] = matches[node] | within[parents[node]];
      if (matches[node] && !within[parents[node]]) sum += this.total[node];
    }
    return sum;
  }
}

/** In units of cost.  Slices that several events were joined to are taken to work first. */
export function workProfile(run, calls, schedule, interval, bits = 0) {
  const profile = new Profile(calls);
  workByMix(run, schedule, interval, bits).forEach((work, mix) => {
    if (work === 0) return;
    let all = 0;
    for (let i = run.mixStarts[mix]; i < run.mixStarts[mix + 1]; i++) all += run.mixWeights[i];
    if (all === 0) profile.self[calls.unsampled] += work;
    else run.mixParts(mix, (frame, share) => (profile.self[frame] += work * share));
  });
  return profile.summed();
}

export function criticalProfile(run, calls, schedule, interval) {
  return workProfile(run, calls, schedule, interval, WORK_ON_PATH);
}

function eventProfile(calls, sums) {
  const profile = new Profile(calls);
  sums.forEach((sum, label) => (profile.self[calls.eventNodes[label]] += sum));
  return profile.summed();
}

/** Waits at the events that they were for, in units of cost. */
export function waitedProfile(run, calls, schedule, interval) {
  return eventProfile(
    calls,
    waitByLabel(run, schedule, interval, (slice) => slice),
  );
}

/** Waits at the events that ended them. */
export function causedProfile(run, calls, schedule, interval) {
  return eventProfile(
    calls,
    waitByLabel(run, schedule, interval, (slice) => schedule.cause[slice]),
  );
}

/** `bytes`: by site. */
export function siteProfile(run, calls, bytes) {
  const profile = new Profile(calls);
  run.siteFrame.forEach((frame, site) => (profile.self[frame] += bytes[site]));
  return profile.summed();
}
