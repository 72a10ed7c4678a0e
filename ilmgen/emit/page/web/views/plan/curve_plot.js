// SPDX-License-Identifier: GPL-2.0-or-later
//
// How the time of the run depends on the memory, for a number of processors.

import { axisUnit, bytes, costs, costsBeside, ratio } from "../../format.js";
import { showLegend } from "../legend.js";

const [CURVE_WIDTH, CURVE_HEIGHT] = [460, 300];
const CURVE_MARGIN = { left: 62, right: 52, top: 44, bottom: 42 };
/** If the last point has more times the least memory than this, the axis is logarithmic. */
const LINEAR_UP_TO = 6;
/** A limit that is further to the right than this does not fit on the axis. */
const FARTHEST_LIMIT = 1.5;

/** The scale from bytes to pixels. */
function memoryScale({ least_memory: least, points }, plan) {
  const last = points[points.length - 1].memory;
  const limit = plan && plan.memory <= FARTHEST_LIMIT * last ? plan.memory : last;
  const domain = [0.85 * least, 1.08 * Math.max(last, limit)];
  const scale = last > LINEAR_UP_TO * least && least > 0 ? d3.scaleLog() : d3.scaleLinear();
  return scale.domain(domain).range([CURVE_MARGIN.left, CURVE_WIDTH - CURVE_MARGIN.right]);
}

/** The marks of the axis. On a logarithmic axis, these are numbers that begin with 1, 2 or 5. */
function memoryTicks(x) {
  const ticks = x.ticks(4);
  return x.base ? x.ticks().filter((tick) => /^[125]0*$/.test(String(tick))) : ticks;
}

class CurvePlot {
  constructor(element, run) {
    Object.assign(this, { run, planning: run.planning, curve: run.planning.curve });
    this.x = memoryScale(this.curve, this.planning.plan);
    const highest = d3.max([...this.curve.points, this.planning.plan ?? {}], ({ makespan }) => makespan);
    this.y = d3.scaleLinear().domain([0, 1.05 * highest || 1]).range([CURVE_HEIGHT - CURVE_MARGIN.bottom, CURVE_MARGIN.top]);
    this.svg = element.append("svg").attr("class", "plan-curve").attr("viewBox", `0 0 ${CURVE_WIDTH} ${CURVE_HEIGHT}`);
    this.svg.attr("role", "img").attr("aria-label", this.planning.sentences.join(" "));
  }

  draw() {
    this.axes();
    this.cannotRun();
    this.steps("curve-bound", ({ makespan, bound, makespan_is_exact: isShortest }) => (isShortest ? makespan : bound));
    this.steps("curve-found", ({ makespan }) => makespan);
    for (const { memory, makespan } of this.curve.points) {
      this.svg.append("circle").attr("cx", this.x(memory)).attr("cy", this.y(makespan)).attr("r", 3.5);
    }
    if (this.planning.plan) this.chosen(this.planning.plan);
  }

  text(x, y, text, anchor = "start") {
    this.svg.append("text").attr("x", x).attr("y", y).attr("text-anchor", anchor).text(text);
  }

  axes() {
    const [left, right] = this.x.range();
    const [bottom] = this.y.range();
    const across = d3.axisBottom(this.x).tickValues(memoryTicks(this.x)).tickFormat(bytes);
    const time = (number) => costsBeside(number, this.run.cost);
    this.svg.append("g").attr("transform", `translate(0,${bottom})`).call(across);
    this.svg.append("g").attr("transform", `translate(${left},0)`).call(d3.axisLeft(this.y).ticks(5).tickFormat(time));
    const fastest = this.curve.points[this.curve.points.length - 1].makespan;
    const times = this.y.copy().domain(this.y.domain().map((makespan) => this.planning.timesAsLong(makespan)));
    const rightAxis = this.svg.append("g").attr("transform", `translate(${right},0)`);
    if (fastest > 0) rightAxis.call(d3.axisRight(times).ticks(5).tickFormat((number) => `${d3.format("~r")(number)}×`));
    this.text((left + right) / 2, CURVE_HEIGHT - 6, "memory", "middle");
    this.text(4, 12, axisUnit(this.run.cost));
    if (fastest > 0) this.text(CURVE_WIDTH - 4, 12, "times as long", "end");
  }

  /** Draws the part left of the least memory, where the run cannot run. */
  cannotRun() {
    const [left] = this.x.range();
    const [bottom, top] = this.y.range();
    const box = this.svg.append("rect").attr("class", "curve-cannot").attr("x", left).attr("y", top);
    box.attr("width", Math.max(0, this.x(this.curve.least_memory) - left)).attr("height", bottom - top);
  }

  /** Draws steps, because each point holds up to the memory of the next point. */
  steps(kind, timeOf) {
    const { points } = this.curve;
    const [, end] = this.x.domain();
    const places = points.map((point) => [Math.max(point.memory, this.x.domain()[0]), timeOf(point)]);
    places.push([end, timeOf(points[points.length - 1])]);
    const line = d3.line().curve(d3.curveStepAfter).x(([memory]) => this.x(memory)).y(([, time]) => this.y(time));
    this.svg.append("path").attr("class", kind).attr("d", line(places));
  }

  /** Draws the point of the page's plan. */
  chosen({ memory, makespan }) {
    const [, most] = this.x.domain();
    const isFar = memory > most;
    const [x, y] = [this.x(Math.min(memory, most)), this.y(makespan)];
    const [bottom, top] = this.y.range();
    this.svg.append("line").attr("class", "curve-chosen").attr("x1", x).attr("x2", x).attr("y1", top - 6).attr("y2", bottom);
    const diamond = d3.symbol().type(d3.symbolDiamond).size(110);
    this.svg.append("path").attr("class", "curve-plan").attr("d", diamond()).attr("transform", `translate(${x},${y})`);
    const isLeft = x < CURVE_WIDTH / 2;
    const [anchor, side] = isLeft ? ["start", -4] : ["end", 4];
    this.text(x + side, top - 11, `this plan: ${bytes(memory)}${isFar ? " →" : ""}, ${costs(makespan, this.run.cost)}`, anchor);
  }
}

function curveLegend(element, { planning: { curve, plan } }) {
  const least = curve.least_memory_is_exact
    ? "the run is impossible with less"
    : `no plan was found with less; the run is impossible below ${bytes(curve.bounds.least_memory)}`;
  const keys = [
    ["found", "the shortest plan that was found"],
    ["bound", "lower bound: no plan is shorter"],
    ["cannot", `below ${bytes(curve.least_memory)}: ${least}`],
    ...(plan ? [["limit", "the memory of this plan"]] : []),
  ];
  showLegend(element, keys);
}

/** Says in a sentence what the ends of the curve mean. */
function endsText({ planning }) {
  const { points } = planning.curve;
  const [first, last] = [points[0], points[points.length - 1]];
  if (!planning.needsMemory) return "No step books memory, so the time does not depend on it.";
  const more = `more memory than ${bytes(last.memory)} did not lead to a shorter plan.`;
  if (points.length === 1) return `There is one point, because ${more}`;
  return `With ${bytes(first.memory)} the run takes ${ratio(planning.timesAsLong(first.makespan))} times as long; ${more}`;
}

/** Draws the curve, and describes it in words for a person who does not see it. */
export function curvePlot(element, run) {
  const { processors } = run.planning.curve;
  element.append("h3").text(`Time over memory, ${processors} processor${processors === 1 ? "" : "s"}`);
  if (run.planning.needsMemory) {
    new CurvePlot(element, run).draw();
    curveLegend(element.append("p").attr("class", "quiet legend"), run);
  }
  element.append("p").attr("class", "quiet").text(endsText(run));
}
