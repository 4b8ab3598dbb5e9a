import { t } from "../i18n/index.js";
import { errorText } from "../i18n/words.js";
import { copyFrom } from "../lib/clipboard.js";
import { h } from "../lib/dom.js";
import { pointName } from "../lib/geometry.js";
import { pastedMoves } from "../lib/position_string.js";
import { randomId } from "../lib/random.js";

/**
 * Field for a pasted position such as "h8i9g7". A message below names the first invalid move.
 *
 * @param {() => number} size  of the board
 * @param {{label?: string, hint?: string}} [words]  the label, and the key of a further hint
 */
export function positionField(size, { label = t("string.label"), hint } = {}) {
  const id = `string-${randomId(6)}`;
  const said = h("span", { class: "field-hint", role: "status", id: `${id}-said` });
  const input = h("input", {
    class: "input mono",
    id,
    autocomplete: "off",
    autocapitalize: "none",
    spellcheck: "false",
    "aria-describedby": said.id,
  });

  /** @param {string} words @param {boolean} [wrong] */
  function say(words, wrong = false) {
    said.textContent = words || (hint ? t(hint) : "");
    said.className = wrong ? "field-error" : "field-hint";
    if (wrong) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  }

  say("");
  return {
    label: h("label", { for: id }, label),
    input,
    said,
    say,

    /** @returns {number[] | null}  null and a message if the text is not a position */
    read() {
      const { moves, fault } = pastedMoves(input.value, size());
      say(fault ? t(`string.wrong.${fault.why}`, { ...fault, size: size() }) : "", fault !== null);
      return fault ? null : moves;
    },

    /** Show why the server refused the moves. @param {unknown} error @param {readonly number[]} moves */
    refuse(error, moves) {
      const { detail = {} } = /** @type {{detail?: {move?: number, why?: string}}} */ (error ?? {});
      const point = moves[(detail.move ?? 0) - 1];
      const words =
        point === undefined || !detail.why
          ? errorText(error)
          : t("string.refused", {
              n: detail.move ?? 0,
              point: pointName(point, size()),
              why: errorText({ code: detail.why }),
            });
      say(words, true);
    },
  };
}

/**
 * Position string with a copy button, and a field to paste another one if the page can show it.
 *
 * @param {() => string} text  called for each copy
 * @param {{size: () => number, go: (moves: number[]) => Promise<string | void> | string | void, hint?: string}} [paste]
 *   `go` shows the position after the moves; its result, or the reason for a refusal, is displayed. `hint` is a key
 * @param {string} [name]  label, if it is not the shown position
 * @returns {HTMLElement & {refresh: () => void, say: (words: string) => void}}
 */
export function positionString(text, paste, name) {
  const { label, input, said, say, read, refuse } = positionField(paste?.size ?? (() => 0), {
    hint: paste?.hint,
    label: name,
  });
  input.readOnly = !paste;
  input.value = text();
  input.addEventListener("focus", () => input.select());
  let shown = input.value;

  async function copy() {
    input.value = text();
    if (!input.value) return say(t("string.empty"));
    say(t((await copyFrom(input)) ? "link.copied" : "string.select"));
  }

  /** @param {SubmitEvent} event */
  async function submit(event) {
    event.preventDefault();
    const moves = read();
    if (!moves || !paste) return;
    try {
      const words = await paste.go(moves);
      if (words) say(words, true);
    } catch (error) {
      refuse(error, moves);
    }
  }

  const row = h(
    "div",
    { class: "copy-link-row" },
    input,
    paste && h("button", { type: "submit", class: "button" }, t("string.go")),
    h(
      "button",
      {
        type: "button",
        class: "button",
        "data-testid": "copy-position",
        "aria-label": t("string.copy"),
        onclick: copy,
      },
      t("link.copy"),
    ),
  );
  const element = paste
    ? h("form", { class: "field copy-link", onsubmit: submit }, label, row, said)
    : h("div", { class: "field copy-link" }, label, row, said);
  return Object.assign(element, {
    say,
    refresh() {
      if (text() === shown) return;
      input.value = shown = text();
      say("");
    },
  });
}
