// SPDX-License-Identifier: GPL-2.0-or-later
//
// The calls of two runs as one tree: calls of the same name and caller are one node.

import { CallTree } from "./call_tree.js";
import { likeName } from "./comparison.js";
import { Profile } from "./profile.js";

export class MergedCalls extends CallTree {
  /** `before`, `now`: Calls. */
  constructor(before, now) {
    super();
    this.add(-1, now.names[0]);
    this.parents[0] = 0;
    this.events = new Set();
    this.known = new Map();
    /** By node of the run's own calls: the node here. */
    this.ofNow = this.addAll(now);
    this.ofBefore = this.addAll(before);
    this.unsampled = this.ofNow[now.unsampled];
    this.finish();
  }

  /**
   * Names that differ only in lines and addresses count as alike. The name in the present run is
   * shown.
   */
  addAll(calls) {
    const nodes = new Uint32Array(calls.size);
    for (let node = 1; node < calls.size; node++) {
      const isEvent = calls.isEvent(node);
      const kind = node === calls.unsampled ? "none" : isEvent ? "event" : "call";
      const parent = nodes[calls.parents[node]];
      const key = `${parent} ${kind} ${likeName(calls.names[node])}`;
      if (!this.known.has(key)) this.known.set(key, this.add(parent, calls.names[node]));
      nodes[node] = this.known.get(key);
      if (isEvent) this.events.add(nodes[node]);
    }
    return nodes;
  }

  isEvent(node) {
    return this.events.has(node);
  }
}

/**
 * The values of calls in two runs. As a profile, a node has the larger of its two values, so that
 * calls of only one run are shown, too.
 */
export class Difference extends Profile {
  /** `calls`: MergedCalls; `before`, `now`: profiles of the runs' own calls. */
  constructor(calls, before, now) {
    super(calls);
    this.before = merged(calls, calls.ofBefore, before);
    this.now = merged(calls, calls.ofNow, now);
    this.self = this.self.map((_, node) => Math.max(this.before.self[node], this.now.self[node]));
    this.summed();
  }

  change(node) {
    return this.now.total[node] - this.before.total[node];
  }

  /** The largest change of any call, up or down. */
  get mostChanged() {
    this.most ??= d3.max(d3.range(1, this.calls.size), (node) => Math.abs(this.change(node))) ?? 0;
    return this.most;
  }

  /**
   * A node's change, from -1 to 1: its part of the largest change, or of 5 % of the total if no
   * change is as large. It is 0 if this part is less than 2 %, because that may be chance.
   */
  shade(node) {
    const largest = Math.max(this.mostChanged, 0.05 * Math.max(this.before.all, this.now.all));
    const part = largest > 0 ? Math.max(-1, Math.min(this.change(node) / largest, 1)) : 0;
    return Math.abs(part) < 0.02 ? 0 : part;
  }

  /**
   * [{name, before, now}]: the values of functions themselves, without the calls in them. The
   * largest change comes first.
   */
  functionChanges() {
    const { names } = this.calls;
    const functions = new Map();
    for (let node = 1; node < names.length; node++) {
      if (this.self[node] === 0) continue;
      const name = names[node];
      if (!functions.has(name)) functions.set(name, { name, before: 0, now: 0 });
      functions.get(name).before += this.before.self[node];
      functions.get(name).now += this.now.self[node];
    }
    return [...functions.values()].sort((a, b) => Math.abs(b.now - b.before) - Math.abs(a.now - a.before));
  }
}

/** The profile on the nodes of the merged calls. */
function merged(calls, nodes, profile) {
  const sums = new Profile(calls);
  profile.self.forEach((value, node) => (sums.self[nodes[node]] += value));
  return sums.summed();
}
