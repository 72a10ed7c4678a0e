// SPDX-License-Identifier: GPL-2.0-or-later
//
// The timeline's colours: states are told from functions, and waits are quieter than work and the
// critical path.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import "./d3.mjs";
import { functionColour, tellApart } from "../../ilmgen/emit/page/web/colours.js";

const STYLE = new URL("../../ilmgen/emit/page/web/style/base.css", import.meta.url);
/** The least distance in CIELAB; a reader can just see a distance of 2.3. */
const APART = 18;

/** The variables of :root, by light and by dark. */
function themes() {
  const [light, dark] = [...readFileSync(STYLE, "utf8").matchAll(/:root \{([^}]*)\}/g)].map(([, rules]) =>
    Object.fromEntries([...rules.matchAll(/--([a-z]+): (#[0-9a-f]{6});/g)].map(([, name, colour]) => [name, colour]))
  );
  return { light, dark: { ...light, ...dark } };
}

function distance(a, b) {
  const [p, q] = [d3.lab(a), d3.lab(b)];
  return Math.hypot(p.l - q.l, p.a - q.a, p.b - q.b);
}

/** The contrast of two colours, as WCAG 2 defines it. */
function contrast(a, b) {
  const luminance = (colour) => {
    const { r, g, b: blue } = d3.rgb(colour);
    const [red, green, rest] = [r, g, blue].map((part) => part / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * rest;
  };
  const [low, high] = [luminance(a), luminance(b)].sort((p, q) => p - q);
  return (high + 0.05) / (low + 0.05);
}

/** So many names have all colours of the palette. */
const functions = [...new Set(d3.range(20000).map((i) => functionColour(`f${i}`)))];

for (const [theme, colours] of Object.entries(themes())) {
  test(`states are apart from functions and from each other: ${theme}`, () => {
    const states = ["work", "wait", "ready", "critical"];
    for (const state of states) {
      const nearest = d3.min(functions, (colour) => distance(colour, colours[state]));
      assert.ok(nearest >= APART, `${state} is ${nearest} from a function's colour`);
      for (const other of states.filter((that) => that !== state)) {
        assert.ok(distance(colours[state], colours[other]) >= APART, `${state} and ${other}`);
      }
    }
  });

  test(`waits are grey and quiet, the critical path is strong: ${theme}`, () => {
    for (const wait of ["wait", "ready"]) assert.ok(d3.hcl(colours[wait]).c < 12, `${wait} has a hue`);
    const seen = (name) => contrast(colours[name], colours.ground);
    assert.ok(d3.hcl(colours.critical).c > 60 && seen("critical") >= 3, "the critical path");
    assert.ok(seen("wait") < seen("work") && seen("wait") < seen("critical"), `a wait has ${seen("wait")}`);
    assert.ok(seen("wait") >= 2, `a wait cannot be seen: ${seen("wait")}`);
    assert.ok(contrast(colours.work, colours.text) >= 4.5, "the text on work");
  });
}

test("functions of the legend are told apart, and the first one keeps its colour", () => {
  const names = ["smooth", "add", "make", "take", "put", "main"];
  const before = functionColour("smooth");
  for (let i = 0; i < 200; i++) {
    const six = names.map((name) => (i === 0 ? name : `${name}${i}`));
    const own = functionColour(six[0]);
    tellApart(six);
    assert.equal(functionColour(six[0]), own);
    for (const [one, other] of d3.cross(six, six).filter(([a, b]) => a < b)) {
      assert.ok(distance(functionColour(one), functionColour(other)) > 10, `${one} and ${other}`);
    }
  }
  assert.equal(functionColour("smooth"), before);
});
