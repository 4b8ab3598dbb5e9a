/** Texts of hints. */

import { pointName } from "../lib/geometry.js";
import { has, t } from "./index.js";

/** @import {Hint} from "../lib/hint.js" */

/** Maximum number of reasons, so that the important ones stand out. */
const SAID = 3;

/**
 * @param {Hint} hint
 * @param {number} size  of the board
 * @returns {string}  "" without a hint
 */
export function hintText(hint, size) {
  if (hint === null) return "";
  if (hint === "asked") return t("hint.wait");
  const { point, reasons } = hint;
  const known = reasons.filter((code) => has(`hint.${code}`)).slice(0, SAID);
  const words = (known.length ? known : ["builds"]).map((code) => t(`hint.${code}`)).join(t("hint.comma"));
  return t("hint.says", { point: pointName(point, size), reasons: words });
}
