// SPDX-License-Identifier: GPL-2.0-or-later
//
// A flame graph of two runs. Calls that have more than before are red, and calls that have less are
// blue. The larger the change, the stronger the colour. The text of a call says the change, too.

import { FUNCTION_TEXT } from "../../colours.js";
import { changedPart, signed } from "../../format.js";
import { FlameGraph } from "../flame.js";
import { NARROW_CALLS } from "../flame_layout.js";

/** The strength of the colour for the smallest change. */
const PALEST = 0.15;

export class DifferenceGraph extends FlameGraph {
  coloursOf(node, colours) {
    if (node === NARROW_CALLS) return [colours("line"), colours("text")];
    const shade = this.profile.shade(node);
    if (shade === 0) return [colours("same"), FUNCTION_TEXT];
    const strength = PALEST + (1 - PALEST) * Math.abs(shade);
    return [d3.interpolateRgb(colours("same"), colours(shade > 0 ? "more" : "less"))(strength), FUNCTION_TEXT];
  }

  nameIn({ node }) {
    const { before, now, calls } = this.profile;
    const name = calls.names[node];
    return this.profile.shade(node) === 0 ? name : `${changedPart(before.total[node], now.total[node])} ${name}`;
  }

  facts({ node, value }) {
    const { profile, format } = this;
    if (node === NARROW_CALLS) return ["several narrow calls", format(value)];
    const facts = [profile.calls.names[node], this.fromTo(profile.before.total[node], profile.now.total[node])];
    const [before, now] = [profile.before.self[node], profile.now.self[node]];
    if (node > 0 && before + now > 0) facts.push(`itself: ${this.fromTo(before, now)}`);
    return facts;
  }

  fromTo(before, now) {
    const { format } = this;
    if (before === now) return `${format(now)}, as before`;
    return `before ${format(before)}, now ${format(now)}: ${signed(now - before, format)} (${changedPart(before, now)})`;
  }
}
