// SPDX-License-Identifier: GPL-2.0-or-later
//
// Numbers as people read them.

/** Three digits and a prefix: 57.3 M. */
export function rounded(number) {
  return number < 1000 ? d3.format(".3~r")(number) : d3.format(".3s")(number).replace(/([a-zA-Z])$/, " $1");
}

/** Bytes: 57.3 MB, 60 B. */
export function bytes(number) {
  return `${rounded(number)}${number < 1000 ? " " : ""}B`;
}

const TIMES = ["ns", "us", "ms", "s"];

const isTime = (cost) => TIMES.includes(cost);

/** A time with as many digits as in the report's sentences. */
function timeInWords(number, cost) {
  let time = number;
  let unit = TIMES.indexOf(cost);
  for (; time >= 999.5 && unit + 1 < TIMES.length; unit += 1) time /= 1000;
  if (time === number || time >= 99.95) return `${time.toFixed(0)} ${TIMES[unit]}`;
  return `${time.toFixed(time >= 9.995 ? 1 : 2)} ${TIMES[unit]}`;
}

/** Work or time in its unit: 57.3 M instructions, 57.3 ms. */
export function costs(number, cost) {
  return isTime(cost) ? timeInWords(number, cost) : `${rounded(number)} ${cost}`;
}

/** The same where the unit stands beside it: 57.3 M, 57.3 ms. */
export function costsBeside(number, cost) {
  if (number === 0) return "0";
  return isTime(cost) ? costs(number, cost) : rounded(number);
}

/** The text at an axis of such numbers. */
export function axisUnit(cost) {
  return isTime(cost) ? "time" : cost;
}

/** A name without characters that move other letters: control characters and direction marks. */
export function plainName(name, most = Infinity) {
  const plain = name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "");
  return plain.length <= most ? plain : `${plain.slice(0, most)}…`;
}

/** A share in a sentence, as in the text report: 9.8 %, 45 %. */
export const percent = (share) => (share > 0 && share < 0.0995 ? exactPercent(share) : `${d3.format(".0f")(100 * share)} %`);
/** A share in a column of a table, or where a figure stands alone: 45.1 %. */
export const exactPercent = (share) => `${d3.format(".1f")(100 * share)} %`;
export const ratio = d3.format(".2f");

/**
 * A change with its sign: +1.2 M. `value` is null if there is none, as for a change from nothing.
 */
export function signed(value, format) {
  if (value === null) return "";
  return `${value < 0 ? "−" : "+"}${format(Math.abs(value))}`;
}

/** The change as a part of the earlier value: "+10.0%", "new" or "gone". */
export function changedPart(before, now) {
  if (before === now) return "as before";
  if (before === 0) return "new";
  return now === 0 ? "gone" : signed(now / before - 1, percent);
}

/** A cell of a report's table. `measure`: the measure of its column. */
export function cell(value, measure) {
  switch (measure) {
    case "bytes":
      return bytes(value);
    case "work":
      return rounded(value);
    case "share":
      return exactPercent(value);
    case "ratio":
      return Number.isInteger(value) ? d3.format(",")(value) : ratio(value);
    case "count":
      return d3.format(",")(value);
    default:
      return String(value);
  }
}
