import assert from "node:assert/strict";
import { test } from "node:test";
import { readRules } from "./sheets.js";

const rules = readRules();

/** Sizes of type that are no token, each with its reason. */
const FREE_SIZES = [
  [/^html$/, /^(100%|106\.25%)$/, "the reader's own size, a little more on a wide screen: the tokens follow it"],
  [
    /\b(board-(coordinates|number|mark)|small-board-number|strength-text|trap-coordinate)/,
    /^\d+px$/,
    "units of a drawing",
  ],
];
/** Spacings that are no token. */
const FREE_SPACINGS = [[/^\.(visually-hidden|room-title)\b/, /^-1px$/, "takes no room: it is hidden from sight"]];

/** List the declarations with these names whose values are not allowed. */
function strays(names, allowed, free) {
  return rules.flatMap(({ sheet, selector, values }) =>
    values
      .filter(([name, value]) => names.test(name) && !allowed(value))
      .filter(([, value]) => !free.some(([where, what]) => where.test(selector) && what.test(value)))
      .map(([name, value]) => `${sheet}: ${selector} { ${name}: ${value} }`),
  );
}

test("the sheets are read", () => assert.ok(rules.length > 500 && new Set(rules.map(({ sheet }) => sheet)).size > 6));

test("type has the sizes of the tokens: three of text, one of titles", () => {
  const allowed = (value) => /^(inherit|var\(--text-(small|body|large|title)\))$/.test(value);
  assert.deepEqual(strays(/^font-size$/, allowed, FREE_SIZES), []);
  assert.deepEqual(
    strays(/^font$/, (value) => value === "inherit", []),
    [],
  );
});

test("spacing is on the grid of the tokens", () => {
  /** Multiples of tokens, and the rims of a device. */
  const allowed = (value) =>
    value
      .replace(/var\(--space-[0-7]\)|env\(safe-area-inset-\w+\)/g, "0")
      .replace(/\b(calc|max)\(/g, "(")
      .split(/[\s(),*/+-]+/)
      .every((part) => /^(0|auto|[\d.]*)$/.test(part));
  assert.deepEqual(strays(/^(gap|row-gap|column-gap|padding|margin)(-[\w-]+)?$/, allowed, FREE_SPACINGS), []);
});

test("no exception outlives its reason", () => {
  for (const [where, what] of [...FREE_SIZES, ...FREE_SPACINGS])
    assert.ok(
      rules.some(({ selector, values }) => where.test(selector) && values.some(([, value]) => what.test(value))),
      String(where),
    );
});
