// SPDX-License-Identifier: GPL-2.0-or-later
//
// Messages and one-sided operations between ranks of MPI, by sender and receiver.

import { summed } from "./packed.js";

export class RankCells {
  constructor(packed) {
    /** Of rows and columns: ranks or, of very many, some of them together. */
    this.names = packed.header.ranks;
    /** By cell that has any: sender * names.length + receiver. */
    this.cells = summed(packed.column("rank_cells"));
    this.values = {};
    for (const what of ["bytes", "messages", "moved", "waited", "lay"]) this.values[what] = packed.column(`rank_${what}`);
    this.index = new Map(Array.from(this.cells, (cell, i) => [cell, i]));
  }

  get size() {
    return this.names.length;
  }

  /** {bytes, messages, moved, waited, lay}; undefined if there is nothing. */
  of(sender, receiver) {
    const i = this.index.get(sender * this.size + receiver);
    return i === undefined ? undefined : Object.fromEntries(Object.entries(this.values).map(([what, all]) => [what, all[i]]));
  }

  most(what) {
    return this.values[what].reduce((most, value) => Math.max(most, value), 0);
  }

  /** `visit(sender, receiver, value)`, of those that are not 0. */
  each(what, visit) {
    const values = this.values[what];
    this.cells.forEach((cell, i) => {
      if (values[i] > 0) visit(Math.floor(cell / this.size), cell % this.size, values[i]);
    });
  }
}
