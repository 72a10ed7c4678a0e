// SPDX-License-Identifier: GPL-2.0-or-later
//
// A tree of calls.  A node's parent has a lower number, and node 0 is the root.

import { starts } from "./packed.js";

export class CallTree {
  constructor() {
    /** By node. */
    this.parents = [];
    this.names = [];
  }

  add(parent, name) {
    this.names.push(name);
    return this.parents.push(parent) - 1;
  }

  /** To be called after the last node was added. */
  finish() {
    this.placeChildren();
    this.findRepeated();
  }

  placeChildren() {
    const counts = new Uint32Array(this.size);
    for (let node = 1; node < this.size; node++) counts[this.parents[node]]++;
    this.childStarts = starts(counts);
    this.childNodes = new Uint32Array(this.size - 1);
    const next = this.childStarts.slice();
    for (let node = 1; node < this.size; node++) this.childNodes[next[this.parents[node]]++] = node;
  }

  /** Finds, by node, whether one of its callers has the same name. */
  findRepeated() {
    this.repeated = new Uint8Array(this.size);
    const above = new Map(); // how many have the name, on the way to the node
    const count = (node, more) => above.set(this.names[node], (above.get(this.names[node]) ?? 0) + more);
    const open = [0]; // ~node: leave it
    while (open.length > 0) {
      const node = open.pop();
      if (node < 0) {
        count(~node, -1);
        continue;
      }
      this.repeated[node] = above.get(this.names[node]) > 0 ? 1 : 0;
      count(node, 1);
      open.push(~node);
      for (const child of this.children(node)) open.push(child);
    }
  }

  get size() {
    return this.parents.length;
  }

  children(node) {
    return this.childNodes.subarray(this.childStarts[node], this.childStarts[node + 1]);
  }

  /** The nodes from the root to the node. */
  path(node) {
    const path = [];
    for (let at = node; at !== 0; at = this.parents[at]) path.push(at);
    path.push(0);
    return path.reverse();
  }

  isWithin(node, caller) {
    let at = node;
    while (at > caller) at = this.parents[at];
    return at === caller;
  }
}
