// SPDX-License-Identifier: GPL-2.0-or-later
//
// The run's calls as a tree of nodes, for all figures that are counted by call.

import { CallTree } from "./call_tree.js";

/**
 * The run's frames come first, with their own numbers. Behind them are further innermost nodes: one
 * for work without samples, and those for the run's events.
 */
export class Calls extends CallTree {
  constructor(run) {
    super();
    this.parents = Array.from(run.frameParent);
    this.names = Array.from(run.frameName, (name) => run.names[name]);
    this.frames = this.parents.length;
    this.unsampled = this.add(0, "not sampled");
    /** By label. */
    this.eventNodes = this.addEvents(run);
    this.finish();
  }

  /** Labels of the same name in the same frame share a node. */
  addEvents(run) {
    const known = new Map();
    return run.labels.map((label) => {
      const name = run.labelName(label) || "no event";
      const key = `${label.frame} ${name}`;
      if (!known.has(key)) known.set(key, this.add(label.frame, name));
      return known.get(key);
    });
  }

  isEvent(node) {
    return node > this.unsampled;
  }
}
