// SPDX-License-Identifier: GPL-2.0-or-later
//
// The path from the outermost call to the call that a flame graph is zoomed to.

/** The most calls that are shown. The middle of a longer path is left out. */
const LONGEST_WAY = 6;

export class FlamePath {
  /** `zoom(node)`: zooms the graph to the node. */
  constructor(element, zoom) {
    this.element = element.attr("class", "flame-path").attr("aria-label", "Callers");
    this.zoom = zoom;
    this.root = -1;
  }

  show(calls, root) {
    if (root === this.root) return;
    this.root = root;
    const way = calls.path(root);
    const shown = way.length <= LONGEST_WAY ? way : [0, ...way.slice(1 - LONGEST_WAY)];
    this.element.text("").attr("hidden", root === 0 ? true : null);
    for (const node of shown) {
      if (way.length > shown.length && node === shown[1]) {
        this.element.append("span").attr("class", "quiet").text(`${way.length - shown.length} more`);
      }
      this.addStep(calls, node, node === root);
    }
  }

  addStep(calls, node, isLast) {
    this.element
      .append("button")
      .attr("type", "button")
      .attr("class", "name")
      .attr("title", calls.names[node])
      .attr("aria-current", isLast ? "true" : null)
      .text(calls.names[node])
      .on("click", () => this.zoom(node));
  }
}
