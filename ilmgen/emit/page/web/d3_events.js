// SPDX-License-Identifier: GPL-2.0-or-later
//
// The page uses D3's version 5, because Debian has that one.  Version 5 calls listeners
// differently from version 7, and only this file knows how.  For version 7 both functions are
// trivial: `withEvent` returns `act`, and `pointer` is `d3.pointer`.

/**
 * A listener for `on()` and `filter()` that calls `act(event, datum)`, as version 7 does. A
 * listener that needs neither argument does not need withEvent(): boxes.on("click",
 * withEvent((event, box) => open(box, event.shiftKey))).on("blur", () => close());
 */
export function withEvent(act) {
  return (datum) => act(d3.event, datum);
}

/** [x, y] of a mouse's event, in the element's own coordinates. */
export function pointer(event, node) {
  return d3.clientPoint(node, event);
}
