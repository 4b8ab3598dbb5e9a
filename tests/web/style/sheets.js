import { readFileSync, readdirSync } from "node:fs";

const FOLDER = new URL("../../../web_client/style/", import.meta.url);

/** @typedef {{sheet: string, selector: string, values: [name: string, value: string][]}} Rule */

/** Read the rules of all sheets but the tokens, those in media queries and of keyframes included. @returns {Rule[]} */
export function readRules() {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith(".css") && name !== "tokens.css")
    .flatMap((sheet) => {
      const css = readFileSync(new URL(sheet, FOLDER), "utf8").replace(/\/\*.*?\*\//gs, "");
      return [...css.matchAll(/([^{};]+)\{([^{}]*)\}/g)].map(([, selector, body]) => ({
        sheet,
        selector: selector.trim().replace(/\s+/g, " "),
        values: body
          .split(";")
          .filter((part) => part.includes(":"))
          .map(
            (part) =>
              /** @type {[string, string]} */ ([
                part.slice(0, part.indexOf(":")).trim(),
                part.slice(part.indexOf(":") + 1).trim(),
              ]),
          ),
      }));
    });
}

/** Read the custom properties of the light theme and of both dark ones. */
export function readThemes() {
  const css = readFileSync(new URL("tokens.css", FOLDER), "utf8");
  /** @param {string} selector */
  function block(selector) {
    const from = css.indexOf(`${selector} {`);
    if (from < 0) throw new Error(selector);
    const body = css.slice(from, css.indexOf("}", from));
    return Object.fromEntries([...body.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value]));
  }
  return {
    light: block(":root"),
    chosenDark: block(':root[data-theme="dark"]'),
    systemDark: block(':root:not([data-theme="light"], [data-theme="dark"])'),
  };
}
