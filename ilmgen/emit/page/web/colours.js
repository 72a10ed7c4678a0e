// SPDX-License-Identifier: GPL-2.0-or-later
//
// Colours that views have in common.

/** The colours by function. */
const COLOURS = new Map();

/** The hash FNV-1a (Fowler, Noll, Vo) of the text's UTF-16 units. */
function hashOf(text) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

const ownHue = (name) => hashOf(name) % 360;

/** The colour is light enough for dark text, in the light and in the dark theme. */
function colourOf(name, hue) {
  const hash = hashOf(name);
  return d3.hcl(hue, 24 + ((hash >>> 9) % 3) * 5, 76 + ((hash >>> 12) % 3) * 4).toString();
}

/**
 * A function has the same colour in all views. It also has the same colour on all pages, unless
 * tellApart() has changed it.
 */
export function functionColour(name) {
  if (!COLOURS.has(name)) COLOURS.set(name, colourOf(name, ownHue(name)));
  return COLOURS.get(name);
}

/**
 * The colours of these functions, six at most, get hues that are at least 30 degrees apart. The
 * first function keeps its own hue. To be called before functionColour().
 */
export function tellApart(names) {
  const taken = [];
  const isFree = (hue) => taken.every((other) => Math.abs(((hue - other + 540) % 360) - 180) >= 30);
  for (const name of names) {
    const own = ownHue(name);
    const hue = d3.range(own, own + 360).find((near) => isFree(near % 360)) % 360;
    taken.push(hue);
    COLOURS.set(name, colourOf(name, hue));
  }
}

/** The colour of text on functions' colours. */
export const FUNCTION_TEXT = "#1b1f24";

/** Values of base.css's variables: `colours("ground")`. */
export function themeColours() {
  const style = getComputedStyle(document.documentElement);
  return (name) => style.getPropertyValue(`--${name}`).trim();
}

/**
 * The same for the light theme, which is used for paper. The first rule of the page's style
 * contains its values.
 */
function paperColours() {
  const { style } = document.styleSheets[0].cssRules[0];
  return (name) => style.getPropertyValue(`--${name}`).trim();
}

/** Calls `draw(colours)` when the theme changes, and for printing. */
export function onTheme(draw) {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => draw(themeColours()));
  window.addEventListener("beforeprint", () => draw(paperColours()));
  window.addEventListener("afterprint", () => draw(themeColours()));
}
