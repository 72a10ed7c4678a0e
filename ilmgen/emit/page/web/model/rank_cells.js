// SPDX-License-Identifier: GPL-2.0-or-later
//
// Messages and one-sided operations between ranks of MPI, by sender and receiver.

import { summed } from "./packed.js";

export class RankCells {
  constructor(packed) {
    /**
     * Names of rows and columns. Each is a rank or, if there are very many, several ranks together.
     */
    this.names = packed.header.ranks;
    /** The cells that are not empty: sender * names.length + receiver. */
    this.cells = summed(packed.column("rank_cells"));
    this.values = {};
    for (const what of ["bytes", "messages", "moved", "waited", "lay"]) this.values[what] = packed.column(`rank_${what}`);
    this.index = new Map(Array.from(this.cells, (cell, i) => [cell, i]));
  }

  get size() {
    return this.names.length;
  }

  /** {bytes, messages, moved, waited, lay} of a cell; undefined if the cell is empty. */
  of(sender, receiver) {
    const i = this.index.get(sender * this.size + receiver);
    return i === undefined ? undefined : Object.fromEntries(Object.entries(this.values).map(([what, all]) => [what, all[i]]));
  }

  most(what) {
    return this.values[what].reduce((most, value) => Math.max(most, value), 0);
  }

  /** Calls `visit(sender, receiver, value)` for all values that are not 0. */
  each(what, visit) {
    const values = this.values[what];
    this.cells.forEach((cell, i) => {
      if (values[i] > 0) visit(Math.floor(cell / this.size), cell % this.size, values[i]);
    });
  }
}
