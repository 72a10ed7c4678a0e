// SPDX-License-Identifier: GPL-2.0-or-later
//
// Where the boxes of a flame graph are: each call is in a row under its caller, and its width is
// its share.

/** The width, in pixels, below which boxes are not drawn. */
const NARROWEST = 0.5;

/** The node of a box that stands for several calls of one caller that are too narrow. */
export const NARROW_CALLS = -1;

/**
 * Rows of boxes, from `root` on, whose box is `width` pixels wide. The boxes of a row are in order
 * from left to right: {node, caller, x, width, value, row}. The largest call of a caller comes
 * first.
 */
export function flameRows(profile, root, width) {
  const rows = [];
  if (profile.total[root] === 0) return rows;
  const scale = width / profile.total[root];
  const open = [{ node: root, caller: -1, x: 0, width, value: profile.total[root], row: 0 }];
  while (open.length > 0) {
    const box = open.pop();
    if (rows.length === box.row) rows.push([]);
    rows[box.row].push(box);
    if (box.node !== NARROW_CALLS) {
      // The last one is taken first.
      for (const child of flameCalls(profile, box, scale).reverse()) open.push(child);
    }
  }
  return rows;
}

/** The boxes under a box. */
function flameCalls(profile, { node, x, row }, scale) {
  const { total, calls } = profile;
  const wide = [];
  let narrow = 0; // what others have
  for (const child of calls.children(node)) {
    if (total[child] * scale >= NARROWEST) wide.push(child);
    else narrow += total[child];
  }
  wide.sort((a, b) => total[b] - total[a] || a - b);
  let left = x;
  const boxes = wide.map((child) => {
    const box = { node: child, caller: node, x: left, width: total[child] * scale, value: total[child], row: row + 1 };
    left += box.width;
    return box;
  });
  if (narrow * scale < NARROWEST) return boxes;
  boxes.push({ node: NARROW_CALLS, caller: node, x: left, width: narrow * scale, value: narrow, row: row + 1 });
  return boxes;
}

const boxLeft = d3.bisector((box) => box.x);

/** The box of a row at x, or undefined. */
export function flameBoxAt(row, x) {
  const box = row?.[boxLeft.right(row, x) - 1];
  return box && x < box.x + box.width ? box : undefined;
}
