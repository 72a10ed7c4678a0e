// SPDX-License-Identifier: GPL-2.0-or-later
//
// Finds the things in the run that the report names.

/** Whether a text of the report is this name, or the name and what follows it: its parameters, its place. */
function begins(text, name) {
  return name !== "" && text.startsWith(name) && /^($|[ (<])/.test(text.slice(name.length));
}

/** The slice with the largest amount among those that belong; -1 if no amount is above 0. */
function largest(run, amounts, belongs) {
  let [most, found] = [0, -1];
  for (let slice = 0; slice < run.slices; slice++) {
    if (amounts[slice] > most && belongs(slice)) [most, found] = [amounts[slice], slice];
  }
  return found;
}

/**
 * The slice with the longest wait at an event whose label is meant, or else the first slice with
 * such an event.
 */
function sliceOfLabel(run, schedule, isMeant) {
  const labels = run.labels.map(isMeant);
  if (!labels.includes(true)) return -1;
  const isOf = (slice) => labels[run.label[slice]];
  const waits = largest(run, schedule.wait, isOf);
  return waits >= 0 ? waits : run.label.findIndex((label) => labels[label]);
}

/** The slice that allocates most at places of this name. */
function sliceOfSite(run, text) {
  const { slices, keys, bytes } = run.allocated;
  const sums = new Map();
  for (let i = 0; i < slices.length; i++) {
    if (run.names[run.siteName[keys[i]]] === text) sums.set(slices[i], (sums.get(slices[i]) ?? 0) + bytes[i]);
  }
  const [most] = [...sums].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  return most === undefined ? -1 : most[0];
}

/**
 * The slice to show for the name of a thread, an object, a place or a function; -1 if there is
 * none.
 */
export function sliceFor(run, schedule, text) {
  const thread = run.threads.findIndex(({ name }) => name === text);
  if (thread >= 0) return largest(run, run.work, (slice) => run.threadOf(slice) === thread);
  const ofObject = sliceOfLabel(run, schedule, ({ verb, object }) =>
    begins(text, "joins") ? verb === "has joined" : begins(text, object)
  );
  if (ofObject >= 0) return ofObject;
  const ofPlace = sliceOfLabel(run, schedule, ({ place }) => place !== "" && place === text);
  if (ofPlace >= 0) return ofPlace;
  const ofSite = sliceOfSite(run, text);
  if (ofSite >= 0) return ofSite;
  const functions = run.names.map((name) => begins(text, name));
  return largest(run, run.work, (slice) => functions[run.functionOf(slice)] === true);
}
