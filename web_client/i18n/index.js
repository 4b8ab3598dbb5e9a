/**
 * Language of the page. Messages are pure functions of a key and parameters: `{name}` in a text is replaced; a message
 * with plural forms is an object of them, selected by the parameter `n`. Chinese texts have spaces beside a `{name}` for
 * Latin letters and figures; between Chinese characters they vanish.
 */

/** @import {Language} from "../lib/messages.js" */

/** @typedef {string | Partial<Record<Intl.LDMLPluralRule, string>>} Message */
/** @typedef {Readonly<Record<string, Message>>} Messages */

/** @type {readonly {language: Language, name: string, short: string}[]} */
export const LANGUAGES = [
  { language: "en", name: "English", short: "EN" },
  { language: "zh-Hans", name: "简体中文", short: "简体" },
  { language: "zh-Hant", name: "繁體中文", short: "繁體" },
];

/** @type {Record<Language, () => Promise<{messages: Messages}>>} */
const SOURCES = {
  en: () => import("./en.js"),
  "zh-Hans": () => import("./zh-Hans.js"),
  "zh-Hant": () => import("./zh-Hant.js"),
};

/** Smallest number with grouped digits; ratings and years are below it. */
const GROUPED = 10_000;

/** @type {Language} */
let current = "en";
/** @type {Messages} */
let messages = {};
/** @type {Record<Language, Messages>}  texts that came with a page */
const ofPages = { en: {}, "zh-Hans": {}, "zh-Hant": {} };

/** @returns {Language} */
export const language = () => current;

/** @param {Language} wanted */
export async function useLanguage(wanted) {
  ({ messages } = await SOURCES[wanted]());
  current = wanted;
}

/**
 * Return the first supported language of the viewer's. Chinese is traditional if its tag names that script or a region
 * that uses it.
 *
 * @param {readonly string[]} preferred  language tags, best first
 * @returns {Language}
 */
export function chooseLanguage(preferred) {
  for (const tag of preferred) {
    const { language: spoken, script } = new Intl.Locale(tag).maximize();
    if (spoken === "en") return "en";
    if (spoken === "zh" || spoken === "yue") return script === "Hant" ? "zh-Hant" : "zh-Hans";
  }
  return "en";
}

/** Locales for dates and numbers if the viewer's tags name no region for the language in use. */
const WRITTEN = { en: "en-GB", "zh-Hans": "zh-Hans-CN", "zh-Hant": "zh-Hant-TW" };

/**
 * Return the first of the viewer's tags that is in the current language and names a region: "en-US" writes times with
 * AM and PM, "en-GB" does not. A viewer with tags of other languages only gets English with 24 hours.
 *
 * @param {readonly string[]} preferred  language tags, best first
 * @returns {string}
 */
export const written = (preferred) =>
  preferred.find(
    (tag) => new Intl.Locale(tag).region && chooseLanguage([tag]) === current && /^(en|zh|yue)\b/i.test(tag),
  ) ?? WRITTEN[current];

/** Add texts that come with a page, in all languages. @param {Record<Language, Messages>} texts */
export function addTexts(texts) {
  for (const { language: each } of LANGUAGES) ofPages[each] = { ...ofPages[each], ...texts[each] };
}

/** @param {string} key @param {Record<string, string | number>} [parameters] @returns {string} */
export const t = (key, parameters = {}) =>
  format(key in messages ? messages : ofPages[current], current, key, parameters);

/** @param {string} key @returns {boolean} */
export const has = (key) => key in messages;

/**
 * @param {Messages} from
 * @param {string} tag
 * @param {string} key
 * @param {Record<string, string | number>} parameters
 * @returns {string}
 */
export function format(from, tag, key, parameters) {
  const message = from[key];
  if (message === undefined) return key;
  const text = typeof message === "string" ? message : plural(message, tag, Number(parameters.n));
  const told = (/** @type {string | number} */ value) =>
    typeof value === "number" && Math.abs(value) >= GROUPED ? new Intl.NumberFormat(tag).format(value) : String(value);
  return text.replace(/ ?\{(\w+)\} ?/g, (whole, name, at) => {
    if (!(name in parameters)) return whole;
    const value = told(parameters[name]);
    const space = (/** @type {string} */ left, /** @type {string} */ right) =>
      /\p{Script=Han}$/u.test(left) && /^\p{Script=Han}/u.test(right) ? "" : isOne(left, right) ? "\u00a0" : " ";
    const before = whole.startsWith(" ") ? space(text.slice(0, at), value) : "";
    const after = whole.endsWith(" ") ? space(value, text.slice(at + whole.length)) : "";
    return before + value + after;
  });
}

/** Tell whether a line must not end between two parts: a number and its unit, a value and its error. */
const isOne = (/** @type {string} */ left, /** @type {string} */ right) =>
  left.endsWith("±") || /^(±|[KM]B\b|ms\b)/.test(right);

/**
 * @param {Partial<Record<Intl.LDMLPluralRule, string>>} forms
 * @param {string} tag
 * @param {number} n
 * @returns {string}
 */
function plural(forms, tag, n) {
  return forms[new Intl.PluralRules(tag).select(n)] ?? forms.other ?? "";
}
