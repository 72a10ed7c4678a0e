// SPDX-License-Identifier: GPL-2.0-or-later
//
// The kinds of figures that a flame graph shows, and the controls that choose one.

import { withEvent } from "../d3_events.js";
import {
  allocatedProfile,
  causedProfile,
  criticalProfile,
  siteProfile,
  waitedProfile,
  workProfile,
} from "../model/profile.js";

/**
 * The kinds. A kind has `profile(run, calls, schedule, interval)` or, if it is about a moment,
 * `live(run, schedule, moment)`, which returns bytes by site.
 */
export const FLAME_KINDS = [
  {
    name: "Work",
    about: "of work, by sampled call stacks.",
    none: "No thread works.",
    profile: workProfile,
  },
  {
    name: "Critical path",
    about: "of work on the critical path. If there is less of this work, the run is shorter, given enough processors.",
    none: "There is no work on the critical path.",
    profile: criticalProfile,
  },
  {
    name: "Waited here",
    about: "of waits, by the call stack of the waiting thread. The innermost box is the event that it waits for.",
    none: "No thread waits.",
    isOfSchedule: true,
    profile: waitedProfile,
  },
  {
    name: "Wait caused here",
    about: "of waits, by the call stack of the thread that ended them. The innermost box is the event that ended the wait.",
    none: "No thread waits.",
    isOfSchedule: true,
    profile: causedProfile,
  },
  {
    name: "Allocated",
    about: "allocated, by the call stack of the allocation.",
    none: "The log has no allocations.",
    isBytes: true,
    profile: allocatedProfile,
  },
  {
    name: "Live",
    about: "live, by the call stack of their allocation.",
    none: "No allocated bytes are live.",
    isBytes: true,
    live: (run, schedule, moment) => schedule.heap.liveAt(moment),
  },
];

/** `interval`: null for the whole run. `moment`: the time for kinds that are about a moment. */
export function profileOfKind(kind, run, calls, schedule, interval, moment) {
  if (kind.live) return siteProfile(run, calls, kind.live(run, schedule, moment));
  return kind.profile(run, calls, schedule, interval);
}

function kindButtons(controls, choose) {
  return controls
    .append("div")
    .attr("role", "group")
    .attr("aria-label", "What the flame graph shows")
    .selectAll("button")
    .data(FLAME_KINDS)
    .enter()
    .append("button")
    .attr("type", "button")
    .text((kind) => kind.name)
    .on("click", withEvent((_, kind) => choose(kind)));
}

/**
 * Adds buttons for the kinds, and a search, to a view. The view is shown again when another kind is
 * chosen.
 */
export function addFlameControls(element, view) {
  const controls = element.append("div").attr("class", "flame-controls");
  view.buttons = kindButtons(controls, (kind) => {
    view.kind = kind;
    view.show();
  });
  view.search = controls.append("label").text("Find ").append("input").attr("type", "search").attr("size", 20);
  view.search.on("input", () => view.selection.choose({ search: view.search.property("value") }));
  return controls;
}
