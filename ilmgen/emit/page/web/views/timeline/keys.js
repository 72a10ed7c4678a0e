// SPDX-License-Identifier: GPL-2.0-or-later
//
// The timeline by keyboard.

import { withEvent } from "../../d3_events.js";

export const KEYS_HELP =
  "Click into it first. Wheel or + and −: zoom. Drag: move. Shift and drag: choose an interval. " +
  "← →: go along the thread. ↑ ↓: go to another row. n, p: go along the critical path. h: go to what held this thread up; " +
  "Backspace: go back. 0: show all. i: choose the selected piece as interval. Esc: select nothing.";

/** The text that follows KEYS_HELP if there are groups. */
export const FOLD_HELP =
  " f, or a click on a group's name: fold its threads into one row, or unfold them. If nothing is selected, f does so for all groups. " +
  "F: fold the group that this group is in.";

/** Handles keys while the canvas has the focus. */
export function onKeys(canvas, keys) {
  canvas.on("keydown", withEvent((event) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? null : keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }));
}

/** The action of each key. `timeline`: must have picture, run, selection, path and select(). */
export function laneKeys(timeline) {
  const { picture, run, selection, path } = timeline;
  const along = (step) => () => timeline.select(sliceBeside(timeline, step));
  return {
    ArrowLeft: along(-1),
    ArrowRight: along(1),
    ArrowUp: () => timeline.select(sliceOfRow(timeline, -1)),
    ArrowDown: () => timeline.select(sliceOfRow(timeline, 1)),
    "+": () => picture.zoom(1.5),
    "=": () => picture.zoom(1.5),
    "-": () => picture.zoom(1 / 1.5),
    0: () => picture.show(0, picture.end),
    Home: () => picture.pan(-picture.end),
    End: () => picture.pan(picture.end),
    PageUp: () => picture.pan(-0.8),
    PageDown: () => picture.pan(0.8),
    n: () => timeline.select(path.next(selection.slice, 1)),
    p: () => timeline.select(path.next(selection.slice, -1)),
    Escape: () => selection.choose({ slice: -1, interval: null, cursor: null }),
  };
}

/**
 * The keys of the timeline of threads, which also has heldUp(), back(), chooseSliceAsInterval() and
 * groups.
 */
export function timelineKeys(timeline) {
  return {
    ...laneKeys(timeline),
    h: () => timeline.heldUp(),
    Backspace: () => timeline.back(),
    i: () => timeline.chooseSliceAsInterval(),
    f: () => timeline.picture.toggleSelected(),
    F: () => timeline.picture.foldAround(),
  };
}

/**
 * The next (1) or previous (-1) slice of the same thread, or of the thread that continues in the
 * same row. The first slice of all if no slice is selected.
 */
function sliceBeside({ picture, run, selection: { slice } }, step) {
  if (slice < 0) return run.slices > 0 ? 0 : -1;
  const thread = run.threadOf(slice);
  const beside = slice + step;
  if (beside >= run.threadSlices[thread] && beside < run.threadSlices[thread + 1]) return beside;
  const other = picture.rows.threadBeside(thread, step);
  return other < 0 ? slice : step > 0 ? run.threadSlices[other] : run.threadSlices[other + 1] - 1;
}

/**
 * The slice at the same time in the next row (1) or the row before (-1). If there is none, the
 * nearest slice of that row's last thread.
 */
function sliceOfRow({ picture, run, selection }, step) {
  const { slice } = selection;
  if (slice < 0) return run.slices > 0 ? 0 : -1;
  const { list } = picture.rows;
  const time = (picture.schedule.begin[slice] + picture.schedule.end[slice]) / 2;
  for (let row = picture.rows.rowOf(run.threadOf(slice)) + step; list[row]; row += step) {
    const { threads } = list[row];
    const found = picture.lanes.findAmong(threads, time);
    if (found >= 0) return found;
    const nearest = threads.filter((thread) => run.threadSlices[thread] < run.threadSlices[thread + 1]).pop();
    if (nearest !== undefined) return Math.min(picture.lanes.sliceAt(nearest, time), run.threadSlices[nearest + 1] - 1);
  }
  return slice;
}
