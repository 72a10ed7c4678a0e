// SPDX-License-Identifier: GPL-2.0-or-later
//
// How much work, waits or bytes each call has.

import { eachSliceWithin, waitWithin, workWithin } from "./interval.js";
import { WORK_ON_PATH } from "./run.js";

/** Work within the interval, by mix. Only slices that have these `bits` of Run.path count. */
export function workByMix(run, schedule, interval, bits) {
  const sums = new Float64Array(run.mixStarts.length - 1);
  eachSliceWithin(run, schedule, interval, (slice) => {
    if ((run.path[slice] & bits) === bits) sums[run.mix[slice]] += workWithin(run, schedule, interval, slice);
  });
  return sums;
}

/**
 * Waits within the interval, by label. `at(slice)`: the slice whose event the wait of `slice`
 * counts for.
 */
function waitByLabel(run, schedule, interval, at) {
  const sums = new Float64Array(run.labels.length);
  eachSliceWithin(run, schedule, interval, (slice) => {
    if (schedule.wait[slice] > 0) sums[run.label[at(slice)]] += waitWithin(run, schedule, interval, slice);
  });
  return sums;
}

/** The values of calls, by node: `self` without the calls in them, and `total` with these calls. */
export class Profile {
  constructor(calls) {
    this.calls = calls;
    this.self = new Float64Array(calls.size);
    this.total = this.self;
  }

  /** Computes `total`, when `self` is complete. */
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

  /** The sum over the calls that match, with all calls in them. */
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

/** The work of calls, in units of cost. */
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

/** Waits in units of cost, each counted at the event that was waited for. */
export function waitedProfile(run, calls, schedule, interval) {
  return eventProfile(
    calls,
    waitByLabel(run, schedule, interval, (slice) => slice),
  );
}

/** Waits in units of cost, each counted at the event that ended it. */
export function causedProfile(run, calls, schedule, interval) {
  return eventProfile(
    calls,
    waitByLabel(run, schedule, interval, (slice) => schedule.cause[slice]),
  );
}

export function allocatedProfile(run, calls, schedule, interval) {
  const bytes = new Float64Array(run.siteFrame.length);
  run.allocated.within(run, schedule, interval, (_, site, part) => (bytes[site] += part));
  return siteProfile(run, calls, bytes);
}

/** `bytes`: by site. */
export function siteProfile(run, calls, bytes) {
  const profile = new Profile(calls);
  run.siteFrame.forEach((frame, site) => (profile.self[frame] += bytes[site]));
  return profile.summed();
}
