// SPDX-License-Identifier: GPL-2.0-or-later
//
// Colours that views have in common.

const HUES = new Map();

/** FNV-1a (Fowler, Noll, Vo), of UTF-16. */
function hashOf(text) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** Of a function: the same everywhere, and dark text on it can be read, by light and by dark. */
export function functionColour(name) {
  let colour = HUES.get(name);
  if (colour === undefined) {
    const hash = hashOf(name);
    colour = d3.hcl(hash % 360, 24 + ((hash >>> 9) % 3) * 5, 76 + ((hash >>> 12) % 3) * 4).toString();
    HUES.set(name, colour);
  }
  return colour;
}

/** On functions' colours. */
export const FUNCTION_TEXT = "#1b1f24";

/** Values of base.css's variables: `colours("ground")`. */
export function themeColours() {
  const style = getComputedStyle(document.documentElement);
  return (name) => style.getPropertyValue(`--${name}`).trim();
}

/** The same, of the light theme: for paper.  The first rule of the page's style has them. */
function paperColours() {
  const { style } = document.styleSheets[0].cssRules[0];
  return (name) => style.getPropertyValue(`--${name}`).trim();
}

/** `draw(colours)` when the theme changes, and for paper. */
export function onTheme(draw) {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => draw(themeColours()));
  window.addEventListener("beforeprint", () => draw(paperColours()));
  window.addEventListener("afterprint", () => draw(themeColours()));
}
