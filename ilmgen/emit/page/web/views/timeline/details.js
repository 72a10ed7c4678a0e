// SPDX-License-Identifier: GPL-2.0-or-later
//
// Details of the selected slice, and of what held it up.

import { costs, costsBeside, percent } from "../../format.js";

const MOST_FUNCTIONS = 3;

/** Adds a row to the list, if there is a text. */
export function tell(list, head, text) {
  if (!text) return;
  list.append("dt").text(head);
  list.append("dd").attr("class", "name").text(text);
}

/** The functions with most of a slice's work. */
export function functionsOf(run, slice) {
  const shares = new Map();
  run.mixParts(run.mix[slice], (frame, share) => {
    const name = run.names[run.frameName[frame]];
    shares.set(name, (shares.get(name) ?? 0) + share);
  });
  const most = [...shares].sort((a, b) => b[1] - a[1]).slice(0, MOST_FUNCTIONS);
  return most.map(([name, share]) => `${name} ${percent(share)}`).join(", ");
}

function eventText(run, slice) {
  const { place } = run.labels[run.label[slice]];
  const name = run.eventName(slice) || "no event";
  const joined = run.events[slice] > 1 ? `${run.events[slice]} events, the last one: ` : "";
  return joined + name + (place ? ` at ${place}` : "");
}

/** Shows a slice of a schedule; `follow(slice)` goes to another one. */
export function showDetails(element, run, schedule, slice, follow) {
  const box = d3.select(element);
  box.selectAll("*").remove();
  if (slice < 0) {
    box.append("p").attr("class", "quiet").text("Click on a piece of work or a wait to see what it is.");
    return;
  }
  const list = box.append("dl");
  const cause = schedule.cause[slice];
  tell(list, "Thread", run.threads[run.threadOf(slice)].name);
  tell(list, "Event", eventText(run, slice));
  tell(list, "Number", run.ids[slice] > 0 ? `${run.ids[slice]} in the trace` : "");
  tell(list, "Begins", costs(schedule.begin[slice], run.cost));
  tell(list, "Work", `${costsBeside(run.work[slice], run.cost)} ${functionsOf(run, slice)}`);
  tell(list, "Waits", schedule.wait[slice] > 0 ? costsBeside(schedule.wait[slice], run.cost) : "");
  tell(list, "No processor", schedule.ready[slice] > 0 ? costsBeside(schedule.ready[slice], run.cost) : "");
  tell(list, "Critical path", run.path[slice] & 1 ? "this work is part of it" : "");
  if (cause < 0) return;
  tell(list, "Held up by", `${run.threads[run.threadOf(cause)].name}: ${eventText(run, cause)}`);
  box.append("button").attr("type", "button").text("Who held me up? (h)").on("click", () => follow(cause));
}
