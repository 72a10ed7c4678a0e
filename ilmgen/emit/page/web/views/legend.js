// SPDX-License-Identifier: GPL-2.0-or-later
//
// A legend says what the colours and lines of a picture mean.

import { functionColour } from "../colours.js";
import { plainName } from "../format.js";
import { shownFunctions } from "../model/shown_functions.js";

const LEGEND_FUNCTIONS = 6;
const LEGEND_LETTERS = 40;

/**
 * `keys`: a list of [key, text]. style/ has a class key-KEY for each key. No line break comes
 * between a key and its text.
 */
export function showLegend(element, keys) {
  for (const [key, text] of keys) {
    const item = element.append("span").attr("class", "legend-item");
    item.append("span").attr("class", `key key-${key}`);
    item.append("span").text(text);
  }
}

/** The functions that do most of the work of these runs, which a legend names. */
export const legendFunctions = (runs) => shownFunctions(runs, LEGEND_FUNCTIONS);

/** Shows the colours of these functions. */
export function showFunctionLegend(element, runs) {
  for (const name of legendFunctions(runs)) {
    const item = element.append("span").attr("class", "legend-item").attr("title", plainName(name));
    item.append("span").attr("class", "key").style("background", functionColour(name));
    item.append("span").attr("class", "name").text(plainName(name, LEGEND_LETTERS));
  }
}
