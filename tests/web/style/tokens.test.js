import assert from "node:assert/strict";
import { test } from "node:test";
import { readRules, readThemes } from "./sheets.js";

const { light, chosenDark, systemDark } = readThemes();
const THEMES = { light, dark: { ...light, ...chosenDark } };

/** Compute the relative luminance as defined by WCAG. */
function luminance(colour) {
  const [red, green, blue] = [1, 3, 5].map((index) => {
    const part = parseInt(colour.slice(index, index + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one, other) {
  const [bright, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (bright + 0.05) / (dark + 0.05);
}

test("black on white is the greatest contrast", () => assert.equal(contrast("#000000", "#ffffff"), 21));

test("the dark theme is the same whether the system or the reader chose it", () =>
  assert.deepEqual(systemDark, chosenDark));

/** Neither ink nor ground: a line parts surfaces that differ by themselves, and a scrim only dims what is behind. */
const ORNAMENTS = ["--color-line", "--color-scrim"];
/** Colours outside the palette, of the board and of what is drawn on its wood; its own tests hold the others to it. */
const ON_WOOD = /board|trap-|results-part|stone/;
/** Shapes without text, which stand out like the border of a control. */
const SHAPES = /^\.presence\b|::(before|after)$|progress-value|::-moz-progress/;

const rules = readRules().filter(({ selector }) => !ON_WOOD.test(selector));

/** Return the colour of a value: a token or a literal; of a mixture, the greater part. @param {string | undefined} value */
const colorOf = (value) =>
  /color-mix\(in srgb, var\(--color-[\w-]+\) [1-4]\d%/.test(value ?? "")
    ? undefined
    : value?.match(/--color-[\w-]+|#[0-9a-f]{6}\b/)?.[0];

/**
 * Find the inks and grounds of the sheets. A rule that sets both is a pair. An ink without a ground stands on any ground
 * without an ink of its own, and on those stands any such ink: a muted hint in a warning, a link in a notice.
 */
function findPairs() {
  /** @type {[string, string, number][]} */
  const pairs = [];
  const [inks, grounds, borders] = [new Set(["--color-text"]), new Set(["--color-page"]), new Set()];
  for (const { selector, values } of rules) {
    const has = Object.fromEntries(values);
    const text = "font-size" in has || "font-weight" in has; // of a drawing
    const ink = colorOf(has.color ?? (text ? has.fill : undefined));
    const ground = colorOf(has["background-color"] ?? has.background);
    if (ink && ground) pairs.push([ink, ground, 4.5]);
    else if (ink) inks.add(ink);
    else if (ground) (SHAPES.test(selector) ? borders : grounds).add(ground);
    for (const [name, value] of values)
      if (/^(border(-color|-block-end|-inline-start)?|outline|accent-color)$/.test(name) && colorOf(value))
        borders.add(colorOf(value));
  }
  for (const each of ORNAMENTS) [inks, grounds, borders].map((set) => set.delete(each));
  for (const ground of grounds) for (const ink of inks) pairs.push([ink, ground, 4.5]);
  for (const ground of ["page", "surface", "raised"])
    for (const border of borders) pairs.push([border, `--color-${ground}`, 3]);
  return { pairs, inks, grounds, borders };
}

const { pairs, inks, grounds, borders } = findPairs();

for (const [theme, values] of Object.entries(THEMES)) {
  test(`text and controls stand out on their grounds: ${theme}`, () => {
    const poor = pairs
      .map(
        ([ink, ground, least]) =>
          /** @type {const} */ ([ink, ground, least, contrast(values[ink] ?? ink, values[ground] ?? ground)]),
      )
      .filter(([, , least, ratio]) => !(ratio >= least))
      .map(([ink, ground, least, ratio]) => `${ink} on ${ground}: ${ratio.toFixed(2)} < ${least}`);
    assert.deepEqual(poor, []);
  });
}

test("every colour of the palette is held to a contrast", () => {
  const held = new Set([...ORNAMENTS, ...pairs.flat()]);
  const names = Object.keys(light).filter((name) => name.startsWith("--color-"));
  assert.deepEqual(
    names.filter((name) => !held.has(name)),
    [],
  );
  assert.ok(inks.size > 5 && grounds.size > 6 && borders.size > 2);
});

test("coordinates can be read on every shade of the wood", () => {
  for (const values of [light, chosenDark]) {
    for (const shade of [0, 1, 2, 3]) {
      const ratio = contrast(values["--board-ink"], values[`--board-wood-${shade}`]);
      assert.ok(ratio >= 4.5, `${values[`--board-wood-${shade}`]}: ${ratio.toFixed(2)}`);
    }
  }
});
