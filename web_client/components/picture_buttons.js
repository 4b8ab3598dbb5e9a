import { t } from "../i18n/index.js";
import { h } from "../lib/dom.js";
import { savePicture } from "../lib/picture.js";
import { randomId } from "../lib/random.js";

/** @import {App} from "../lib/app.js" */
/** @import {PictureSource} from "../lib/picture.js" */

/** @type {("svg" | "png" | "gif")[]} */
const FORMATS = ["svg", "png", "gif"];

/**
 * Buttons that save the shown position as an image and its moves as an animation.
 *
 * @param {App} app
 * @param {PictureSource & {name: () => string}} source  `name`: the file's name without extension
 * @returns {HTMLElement}
 */
export function pictureButtons(app, source) {
  let busy = false;
  const buttons = FORMATS.map((format) =>
    h(
      "button",
      {
        type: "button",
        class: "button button--small",
        "data-picture": format,
        "aria-label": t(`download.${format}`),
        onclick: () => void save(format),
      },
      format.toUpperCase(),
    ),
  );

  /** @param {"svg" | "png" | "gif"} format */
  async function save(format) {
    if (busy) return;
    mark(true);
    try {
      await savePicture(format, source.name(), source);
    } catch (error) {
      app.refuse(error);
    }
    mark(false);
  }

  /** @param {boolean} now  an animation takes a few seconds */
  function mark(now) {
    busy = now;
    for (const button of buttons) button.setAttribute("aria-disabled", String(now));
  }

  const id = `pictures-${randomId(6)}`;
  return h(
    "div",
    { class: "field", role: "group", "aria-labelledby": id },
    h("span", { class: "label", id }, t("download.pictures")),
    h("div", { class: "row row--tight" }, buttons),
  );
}
