// SPDX-License-Identifier: GPL-2.0-or-later
//
// A legend says what the colours and lines of a picture mean.

/** `keys`: [key, text] each; style/ has a class key-KEY.  A key is never apart from its text. */
export function showLegend(element, keys) {
  for (const [key, text] of keys) {
    const item = element.append("span").attr("class", "legend-item");
    item.append("span").attr("class", `key key-${key}`);
    item.append("span").text(text);
  }
}
