/** Texts of the audit log. */

import { has, t } from "./index.js";
import { dateText, settingText } from "./words.js";

/** @import {Act} from "../lib/messages.js" */

/** Version of the weights that ships with the program. */
const PROGRAM = "0";
/** Details whose values have texts of their own, with the prefix of those. */
const NAMED = { reason: "offence", setting: "setting", check: "check", said: "phrase", state: "staff" };

/** Return the text of an act. @param {Act} act */
export const actText = ({ action }) => (has(`act.${action}`) ? t(`act.${action}`) : action);

/**
 * Return the details of an act beside its author and target, one line each.
 *
 * @param {Act} act
 * @returns {{label: string, text: string}[]}
 */
export const actDetails = ({ action, data = {} }) =>
  Object.entries(data).map(([name, value]) => ({
    label: labelOf(action, name),
    text: detailOf(action, name, value, data),
  }));

/** @param {string} action @param {string} name */
function labelOf(action, name) {
  if (name === "argument" && action === "account_role") return t("staff.role");
  if (name === "argument" && action === "rename_player") return t("act.data.name");
  return has(`act.data.${name}`) ? t(`act.data.${name}`) : name;
}

/**
 * @param {string} action
 * @param {string} name
 * @param {unknown} value
 * @param {Record<string, unknown>} data  all details
 */
function detailOf(action, name, value, data) {
  const text = String(value);
  if (name === "until") return dateText(Number(value));
  if (name === "argument" && action === "account_role")
    return text === "none" ? t("staff.no_role") : known("role", text);
  if (action === "setting" && (name === "old" || name === "value")) return settingText(String(data.setting), text);
  if (name === "version" && text === PROGRAM) return t("weights.program");
  const family = NAMED[/** @type {keyof typeof NAMED} */ (name)];
  return family ? known(family, text) : text;
}

/** @param {string} family @param {string} name */
const known = (family, name) => (has(`${family}.${name}`) ? t(`${family}.${name}`) : name);
