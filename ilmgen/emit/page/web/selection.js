// SPDX-License-Identifier: GPL-2.0-or-later
//
// The selection: any view can change it, and all views follow.

/** The name of each choice, and its first value. */
const AT_FIRST = {
  /** An index into Run.schedules. */
  schedule: 0,
  /** -1: none. */
  slice: -1,
  /** [from, to) in units of cost of the schedule; null: the whole schedule. */
  interval: null,
  /** A moment; null: none. */
  cursor: null,
  /** The text that names must contain. */
  search: "",
  /** [from, to]: what the timeline shows. */
  visible: null,
};

export class Selection {
  constructor() {
    Object.assign(this, AT_FIRST);
    this.told = d3.dispatch(...Object.keys(AT_FIRST));
  }

  /**
   * Calls `tell()` after each change of `what` ("schedule", "slice", ...). `who`: the view that
   * asks for it.
   */
  on(what, who, tell) {
    this.told.on(`${what}.${who}`, tell);
  }

  /**
   * Changes the selection. `choice`: for example {slice: 7}. Views are called when all of the
   * choice has been made.
   */
  choose(choice) {
    const changed = Object.keys(choice).filter((what) => this[what] !== choice[what]);
    Object.assign(this, choice);
    for (const what of changed) this.told.call(what);
  }
}
