// SPDX-License-Identifier: GPL-2.0-or-later
//
// The selection: any view can change it, and all views follow.

/** For each change: its name, and the value at first. */
const AT_FIRST = {
  /** Index into Run.schedules. */
  schedule: 0,
  /** -1: none. */
  slice: -1,
  /** [from, to) in units of cost, of the schedule; null: all of it. */
  interval: null,
  /** A moment; null: none. */
  cursor: null,
  /** Text that names are to have in them. */
  search: "",
  /** [from, to]: what the timeline shows. */
  visible: null,
};

export class Selection {
  constructor() {
    Object.assign(this, AT_FIRST);
    this.told = d3.dispatch(...Object.keys(AT_FIRST));
  }

  /** `what`: "schedule", "slice", ...; `who`: the view; `tell()` is called behind each change. */
  on(what, who, tell) {
    this.told.on(`${what}.${who}`, tell);
  }

  /** `choice`: {slice: 7}, say.  Those that hear of it see all of it. */
  choose(choice) {
    const changed = Object.keys(choice).filter((what) => this[what] !== choice[what]);
    Object.assign(this, choice);
    for (const what of changed) this.told.call(what);
  }
}
