import { t } from "../i18n/index.js";
import { ENCODING_NAMES, errorText, noteText, refusedPlace } from "../i18n/words.js";
import { h } from "../lib/dom.js";

/** @import {SeenFile, TreeEncoding} from "../protocol.js" */
/** @import {Upload} from "../lib/upload.js" */

/**
 * Preview of a file before it is stored: the detected text encoding with a choice of others, a sample of the text, and
 * the parts that cannot be read.
 *
 * @param {object} page
 * @param {string} page.id  prefix of the fields' ids
 * @param {(seen: SeenFile | null) => void} page.onSeen  receives the file's content; null while it is read, or if it
 *   was refused
 * @param {(...lines: (string | null)[]) => void} page.fail  shows why the file was refused; without arguments, clears
 *   the message
 * @param {() => number} [page.size]  board size of a position string, which does not contain it
 * @returns {{element: HTMLElement, show: (upload: Upload | null) => Promise<void>, again: () => Promise<void>, wishes: () => {encoding: TreeEncoding | null, anyGame: boolean, size: number}}}
 *   call `again` after a change of the size
 */
export function filePreview({ id, onSeen, fail, size = () => 15 }) {
  /** @type {Upload | null} */
  let upload = null;

  const found = h("option", { value: "" }, t("trees.encoding.auto"));
  const encoding = h(
    "select",
    { class: "select", id: `${id}-encoding`, value: "", onchange: () => void look() },
    found,
    ENCODING_NAMES.map(([value, words]) => h("option", { value }, words)),
  );
  const texts = h("ul", { class: "seen-texts", "aria-label": t("file.texts"), "data-testid": "seen-texts" });
  const anyGame = h("input", { type: "checkbox", id: `${id}-any-game`, onchange: () => void look() });
  const another = h(
    "label",
    { class: "check", for: `${id}-any-game`, hidden: true },
    anyGame,
    h("span", null, t("file.any_game")),
  );
  const says = h("p", { class: "field-hint", role: "status" });
  const notes = h("section", {
    class: "notice notice--warn stack stack--tight",
    "data-testid": "seen-notes",
    hidden: true,
  });
  const element = h(
    "div",
    { class: "stack stack--tight", hidden: true },
    h("div", { class: "field" }, h("label", { for: `${id}-encoding` }, t("trees.encoding")), encoding),
    texts,
    another,
    says,
    notes,
  );

  const wishes = () => ({
    encoding: /** @type {TreeEncoding | null} */ (encoding.value || null),
    anyGame: anyGame.checked,
    size: size(),
  });

  /** @param {Upload | null} next  null clears the preview */
  async function show(next) {
    upload = next;
    element.hidden = !next;
    encoding.value = "";
    found.textContent = t("trees.encoding.auto");
    anyGame.checked = false;
    another.hidden = true;
    clear();
    if (next) await look();
  }

  function clear() {
    texts.replaceChildren();
    notes.hidden = true;
    says.textContent = "";
  }

  async function look() {
    const looked = upload;
    const wanted = wishes();
    if (!looked) return;
    fail();
    onSeen(null);
    says.textContent = t("trees.reading");
    /** @type {SeenFile | null} */
    let seen = null;
    /** @type {unknown} */
    let failure = null;
    try {
      seen = await looked.look(wanted);
    } catch (error) {
      failure = error;
    }
    const now = wishes();
    // Another file, encoding or size was chosen meanwhile.
    if (upload !== looked || now.encoding !== wanted.encoding || now.anyGame !== wanted.anyGame) return;
    if (now.size !== wanted.size) return;
    clear();
    if (seen) {
      fill(seen);
      onSeen(seen);
      return;
    }
    const { detail } = /** @type {{detail?: {why?: string}}} */ (failure ?? {});
    if (detail?.why === "other_game") another.hidden = false;
    fail(errorText(failure), refusedPlace(failure));
  }

  /** @param {SeenFile} seen */
  function fill(seen) {
    if (!encoding.value) {
      const named = ENCODING_NAMES.find(([value]) => value === seen.encoding)?.[1] ?? seen.encoding;
      found.textContent = t("file.encoding_found", { name: named });
    }
    texts.replaceChildren(...seen.texts.map((text) => h("li", null, text)));
    notes.hidden = !seen.skipped;
    notes.replaceChildren(...notesOf(seen));
  }

  return { element, show, again: look, wishes };
}

/**
 * Describe the parts of a file that were left out.
 *
 * @param {Pick<SeenFile, "notes" | "skipped">} seen
 * @returns {HTMLElement[]}
 */
export function notesOf({ notes, skipped }) {
  const more = skipped - notes.length;
  return [
    h("p", null, t("file.notes")),
    h(
      "ul",
      null,
      notes.map((note) => h("li", null, noteText(note))),
    ),
    ...(more > 0 ? [h("p", null, t("file.more", { n: more }))] : []),
  ];
}
