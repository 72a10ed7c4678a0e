// SPDX-License-Identifier: GPL-2.0-or-later
//
// Details of the selected step of a plan.

import { bytes, costs } from "../../format.js";
import { functionsOf, tell } from "../timeline/details.js";

const exactly = d3.format(",");

/** The balance with its sign. */
function balanceText(balance) {
  return balance < 0 ? `−${bytes(-balance)}` : bytes(balance);
}

/** Details of a bar with several steps. */
function summedText(lanes, bar, cost) {
  if (lanes.steps[bar] === 1) return "";
  return (
    `${exactly(lanes.steps[bar])} steps within ${costs(lanes.joinedWithin, cost)} are summed; ` +
    "thread, event and function are those of the step with the most work, and the memory is the highest of any step"
  );
}

function eventNumbers(lanes, bar) {
  const inTrace = lanes.ids[bar] > 0 ? `${lanes.ids[bar]} in the trace, ` : "";
  return `${inTrace}${lanes.nth[bar]} of its thread`;
}

/** Shows a bar of the plan; -1: none is selected. */
export function showStep(element, run, bar) {
  const box = d3.select(element);
  box.selectAll("*").remove();
  if (bar < 0) {
    box.append("p").attr("class", "quiet").text("Click on a step to see what it is.");
    return;
  }
  const { lanes } = run.planning;
  const slice = lanes.slice[bar];
  const { place } = run.labels[lanes.label[bar]];
  const [{ begin, end }] = lanes.schedules;
  const time = (number) => `${exactly(number)} ${run.cost}`;
  const list = box.append("dl");
  tell(list, "Summed", summedText(lanes, bar, run.cost));
  tell(list, "Thread", lanes.threadName(bar));
  tell(list, "Path", lanes.paths[run.threadOf(slice)]);
  tell(list, "Ends with", lanes.eventName(bar) + (place ? ` at ${place}` : ""));
  tell(list, "Event", eventNumbers(lanes, bar));
  tell(list, "Processor", `${lanes.threadOf(bar) + 1}`);
  tell(list, "Begins", time(begin[bar]));
  tell(list, "Ends", time(end[bar]));
  const functions = functionsOf(run, slice);
  tell(list, "Work", time(lanes.work[bar]) + (functions ? `: ${functions}` : ""));
  const [running, ended] = [bytes(lanes.highest[bar]), balanceText(lanes.balance[bar])];
  tell(list, "Books", `${running} while it runs, ${ended} from its end on`);
}
