// SPDX-License-Identifier: GPL-2.0-or-later
//
// What a flame graph can show.

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
 * What there is to see: `profile(run, calls, schedule, interval)`, or, of a moment,
 * `live(run, schedule, moment)`: bytes by site.
 */
export const FLAME_KINDS = [
  {
    name: "Work",
    about: "of work, as samples of it tell.",
    none: "No thread works.",
    profile: workProfile,
  },
  {
    name: "Critical path",
    about: "of work on the critical path: with less of it the run is shorter, given processors enough.",
    none: "No work on the critical path.",
    profile: criticalProfile,
  },
  {
    name: "Waited here",
    about: "of waits, by where threads wait; innermost, what for.",
    none: "No thread waits.",
    isOfSchedule: true,
    profile: waitedProfile,
  },
  {
    name: "Wait caused here",
    about: "of waits, by what others waited for; innermost, the event that ended their waits.",
    none: "No thread waits.",
    isOfSchedule: true,
    profile: causedProfile,
  },
  {
    name: "Allocated",
    about: "allocated, by who allocates.",
    none: "The log has no allocations.",
    isBytes: true,
    profile: allocatedProfile,
  },
  {
    name: "Live",
    about: "live, by who has allocated them.",
    none: "No allocated bytes are live.",
    isBytes: true,
    live: (run, schedule, moment) => schedule.heap.liveAt(moment),
  },
];

/** `interval`: null: all of the run; `moment`: of what is live. */
export function profileOfKind(kind, run, calls, schedule, interval, moment) {
  if (kind.live) return siteProfile(run, calls, kind.live(run, schedule, moment));
  return kind.profile(run, calls, schedule, interval);
}

/** A button for each kind; `choose(kind)`. */
export function kindButtons(controls, choose) {
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
