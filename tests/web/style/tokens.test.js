import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const css = readFileSync(new URL("../../../web_client/style/tokens.css", import.meta.url), "utf8");

/** @param {string} selector  of the block; the result maps its custom properties to their values */
function block(selector) {
  const from = css.indexOf(`${selector} {`);
  assert.notEqual(from, -1, selector);
  const body = css.slice(from, css.indexOf("}", from));
  return Object.fromEntries([...body.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value]));
}

const light = block(":root");
const chosenDark = block(':root[data-theme="dark"]');
const systemDark = block(':root:not([data-theme="light"], [data-theme="dark"])');

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

const GROUNDS = ["page", "surface", "raised", "sunken"];
const PAIRS = [
  ...["text", "muted", "accent", "danger"].flatMap((ink) => GROUNDS.map((ground) => [ink, ground, 4.5])),
  ...["accent", "danger", "warn", "good"].flatMap((kind) => [
    [kind, `${kind}-soft`, 4.5],
    ["text", `${kind}-soft`, 4.5],
  ]),
  ["on-accent", "accent", 4.5],
  ["on-accent", "accent-hover", 4.5],
  ...["page", "surface", "raised"].flatMap((ground) => [
    ["control", ground, 3],
    ["focus", ground, 3],
  ]),
];

for (const [theme, values] of Object.entries({ light, dark: { ...light, ...chosenDark } })) {
  test(`text and controls stand out on their grounds: ${theme}`, () => {
    for (const [ink, ground, least] of PAIRS) {
      const ratio = contrast(values[`--color-${ink}`], values[`--color-${ground}`]);
      assert.ok(ratio >= least, `${ink} on ${ground}: ${ratio.toFixed(2)} < ${least}`);
    }
  });
}

test("coordinates can be read on every shade of the wood", () => {
  for (const values of [light, chosenDark]) {
    for (const shade of [0, 1, 2, 3]) {
      const ratio = contrast(values["--board-ink"], values[`--board-wood-${shade}`]);
      assert.ok(ratio >= 4.5, `${values[`--board-wood-${shade}`]}: ${ratio.toFixed(2)}`);
    }
  }
});
