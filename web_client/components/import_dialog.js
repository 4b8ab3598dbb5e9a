import { t } from "../i18n/index.js";
import { errorText, leftOutText, refusedPlace, rulesName, seenGameText, sizeName } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { gamePath } from "../lib/router.js";
import { RULES, sizesOf, usualSize } from "../lib/rules.js";
import { loadTerms } from "../lib/terms.js";
import { FILE_BYTES, keepGames, keepPosition, uploadOf } from "../lib/upload.js";
import { filePreview, notesOf } from "./file_preview.js";
import { positionField } from "./position_string.js";

/** @import {App} from "../lib/app.js" */
/** @import {Ack, Rules} from "../lib/messages.js" */
/** @import {Upload} from "../lib/upload.js" */
/** @import {SeenFile} from "../protocol.js" */

/**
 * Dialog that imports a file of games, or a pasted position, into the viewer's library. Files can be chosen, or dropped
 * on the dialog or the page. The dialog is in the page only while it is open.
 *
 * @param {App} app
 * @returns {{open: () => void, take: (file: File) => void, close: () => void}}
 */
export function importDialog(app) {
  /** @type {Upload | null} */
  let upload = null;
  /** @type {SeenFile | null} */
  let seen = null;
  let sending = false;
  /** Whether bytes are on their way. */
  let arriving = false;
  /** Whether the file is a position string, of which the size is asked. */
  let ofSize = false;

  const input = h("input", {
    type: "file",
    class: "drop-input",
    id: "import-file",
    accept: ".sgf,.psq,.txt,.lib",
    onchange: () => input.files?.[0] && void take(input.files[0]),
  });
  const name = h("strong", null, t("import.choose"));
  const drop = h(
    "label",
    { class: "drop", for: "import-file" },
    input,
    name,
    h("span", { class: "field-hint" }, t("import.hint")),
  );
  const rules = h(
    "select",
    { class: "select", id: "import-rules", value: loadTerms().rules },
    RULES.map((known) => h("option", { value: known }, rulesName(known))),
  );
  rules.addEventListener("change", () => {
    const before = size.value;
    fillSizes();
    if (size.value !== before) lookAgain();
    position.say(""); // the earlier refusal applied to other rules
  });
  const size = h("select", {
    class: "select",
    id: "import-size",
    onchange() {
      lookAgain();
      position.say("");
    },
  });
  const position = positionField(() => Number(size.value), {
    label: t("import.position"),
    hint: "import.position_hint",
  });
  position.input.addEventListener("input", () => {
    if (upload) dropFile();
    ready();
  });
  const progress = h("progress", {
    class: "progress",
    max: 1,
    value: 0,
    hidden: true,
    "aria-label": t("import.sending"),
  });
  const failure = h("div", { class: "notice notice--danger", role: "alert", hidden: true });
  const preview = filePreview({
    id: "import",
    fail,
    size: () => Number(size.value),
    onSeen: (file) => {
      seen = file;
      if (file) ofSize = file.format === "txt";
      fillGames();
      ready();
    },
  });
  const games = h("fieldset", { class: "seen-games", hidden: true });
  const leftOut = h("p", { class: "field-hint", "data-testid": "left-out" });
  const outcome = h("div", { class: "stack stack--tight", role: "status", hidden: true });
  const submit = h(
    "button",
    { type: "submit", class: "button button--primary", "aria-disabled": "true" },
    t("import.submit"),
  );
  const element = h(
    "dialog",
    {
      class: "dialog",
      "aria-labelledby": "import-title",
      ondragover: over,
      ondrop: dropped,
      onclose: () => element.remove(),
    },
    h(
      "form",
      { class: "stack", onsubmit: send },
      h("h2", { id: "import-title" }, t("import.title")),
      drop,
      preview.element,
      games,
      leftOut,
      h(
        "div",
        { class: "field" },
        h("label", { for: "import-rules" }, t("create.rules")),
        rules,
        h("p", { class: "field-hint" }, t("import.rules_hint")),
      ),
      h("div", { class: "field" }, position.label, position.input, position.said),
      h("div", { class: "field" }, h("label", { for: "import-size" }, t("create.size")), size),
      progress,
      failure,
      outcome,
      h(
        "div",
        { class: "dialog-actions" },
        h("button", { type: "button", class: "button", onclick: () => element.close() }, t("import.cancel")),
        submit,
      ),
    ),
  );

  /** Offer the sizes for a pasted position; a file states its own size. */
  function fillSizes() {
    const before = size.value;
    const sizes = sizesOf(/** @type {Rules} */ (rules.value));
    size.replaceChildren(...sizes.map((each) => h("option", { value: each }, sizeName(each))));
    size.value = String(sizes.find((each) => String(each) === before) ?? usualSize(/** @type {Rules} */ (rules.value)));
  }

  /** A position string is another position on a board of another size; other files say theirs. */
  function lookAgain() {
    if (upload && !sending && (ofSize || !seen)) void preview.again();
  }

  function open() {
    document.body.append(element);
    element.showModal();
  }

  /** @param {(string | null)[]} lines  none clears the message */
  function fail(...lines) {
    if (lines.length > 0) arriving = false;
    failure.hidden = lines.length === 0;
    failure.replaceChildren(...lines.filter((line) => line !== null).map((line) => h("p", null, line)));
    ready();
  }

  /** @param {number} share  that has arrived */
  function show(share) {
    progress.value = share;
    arriving = share < 1;
    ready();
  }

  function ready() {
    if ((seen ? chosen().length > 0 : !upload && position.input.value.trim()) && !sending) {
      submit.removeAttribute("aria-disabled");
    } else submit.setAttribute("aria-disabled", "true");
    progress.hidden = !sending && !arriving;
  }

  /** Return the numbers of the selected games. */
  function chosen() {
    if (seen?.count === 1) return [1];
    return [...games.querySelectorAll("input")].filter((each) => each.checked).map((each) => Number(each.value));
  }

  /** List the games of a file that has several, each with a checkbox, and tell what the server cannot keep of them. */
  function fillGames() {
    const many = seen !== null && seen.count > 1;
    const { count = 0, games: listed = [] } = seen ?? {};
    games.hidden = !many;
    games.replaceChildren(
      ...(many ? [h("legend", null, t("import.games", { n: count }))] : []),
      ...(many ? listed : []).map((game) =>
        h(
          "label",
          { class: "check", for: `import-game-${game.n}` },
          h("input", {
            type: "checkbox",
            id: `import-game-${game.n}`,
            value: String(game.n),
            checked: true,
            onchange: ready,
          }),
          h("span", null, seenGameText(game)),
        ),
      ),
      ...(count > listed.length
        ? [h("p", { class: "field-hint" }, t("import.games_first", { n: listed.length }))]
        : []),
    );
    leftOut.textContent = leftOutText(listed.map((game) => game.left_out ?? {}));
    const named = listed.find((game) => game.rules)?.rules;
    if (named) rules.value = named;
    fillSizes();
    const [first] = listed;
    if (seen?.format === "txt" && first) size.value = String(first.size);
  }

  /** Remove the chosen file. */
  function dropFile() {
    upload = seen = null;
    arriving = ofSize = false;
    name.textContent = t("import.choose");
    void preview.show(null);
    fillGames();
  }

  /** @param {File} file */
  async function take(file) {
    if (sending) return;
    if (!element.open) open();
    fail();
    dropFile();
    outcome.hidden = true;
    input.value = "";
    position.input.value = "";
    position.say("");
    name.textContent = file.name;
    if (file.size > FILE_BYTES) fail(t("import.too_large", { n: FILE_BYTES / 1024 }));
    else if (file.size === 0) fail(t("import.empty"));
    else {
      const data = new Uint8Array(await file.arrayBuffer());
      if (name.textContent !== file.name || upload) return; // another file was chosen meanwhile
      /** @type {Upload} */
      const next = uploadOf(app.session, "games", { name: file.name, data }, (share) => upload === next && show(share));
      upload = next;
      void preview.show(upload);
    }
    ready();
  }

  /** @param {SubmitEvent} event */
  async function send(event) {
    event.preventDefault();
    if (sending || (upload && !chosen().length)) return;
    const moves = upload ? [] : position.read();
    if (!moves) return position.input.focus();
    if (!upload && !moves.length) return;
    sending = true;
    fail();
    show(1); // all of a file was sent for the look, and a position is short
    try {
      const lines = Number(size.value);
      const by = /** @type {Rules} */ (rules.value);
      if (!upload) leave(await keepPosition(app.session, moves, lines, by), moves.length);
      else {
        const games = seen?.count === 1 ? null : chosen();
        finish(await keepGames(app.session, upload, { ...preview.wishes(), rules: by, games }));
      }
    } catch (error) {
      if (moves.length) position.refuse(error, moves);
      else fail(errorText(error), refusedPlace(error));
    }
    sending = false;
    ready();
  }

  /** @param {string} game @param {number} [plies]  for a position */
  function leave(game, plies) {
    if (!element.open) return;
    element.close();
    app.navigate(gamePath(game, plies));
  }

  /** Go to the game, unless the result needs a message: several games, or some that were not kept. @param {Ack} ack */
  function finish({ room, kept }) {
    const game = room ?? "";
    if (!kept || (kept.count === 1 && kept.skipped <= (seen?.skipped ?? 0))) return leave(game);
    dropFile();
    outcome.hidden = false;
    outcome.replaceChildren(
      h("p", { class: "notice" }, t("import.kept", { n: kept.count })),
      ...(kept.skipped ? notesOf(kept) : []),
      h("p", null, h("a", { href: gamePath(game), onclick: () => element.close() }, t("import.open_first"))),
    );
  }

  /** @param {DragEvent} event */
  function over(event) {
    event.preventDefault();
  }

  /** @param {DragEvent} event */
  function dropped(event) {
    event.preventDefault();
    event.stopPropagation();
    const file = event.dataTransfer?.files[0];
    if (file) void take(file);
  }

  fillSizes();
  return { open, take, close: () => element.close() };
}
