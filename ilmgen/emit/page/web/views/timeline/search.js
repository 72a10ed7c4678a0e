// SPDX-License-Identifier: GPL-2.0-or-later
//
// Finds the slices whose thread, event, place or function contains a text in its name.

export class Search {
  constructor(run, text) {
    this.run = run;
    const wanted = text.toLowerCase();
    const has = (name) => name.toLowerCase().includes(wanted);
    this.threads = run.threads.map(({ name }) => has(name));
    this.labels = run.labels.map(({ verb, object, place }) => has(`${verb} ${object} ${place}`));
    this.names = run.names.map(has);
    this.isEmpty = wanted === "";
  }

  matches(slice) {
    const { run } = this;
    const name = run.functionOf(slice);
    return this.labels[run.label[slice]] || (name >= 0 && this.names[name]) || this.threads[run.threadOf(slice)];
  }

  count() {
    let count = 0;
    for (let slice = 0; slice < this.run.slices; slice++) count += this.matches(slice) ? 1 : 0;
    return count;
  }

  /**
   * The next found slice behind a slice; after the last one, the first one. -1: nothing was found.
   */
  next(slice) {
    const { slices } = this.run;
    for (let i = 1; i <= slices; i++) {
      const that = (slice + i) % slices;
      if (this.matches(that)) return that;
    }
    return -1;
  }
}
