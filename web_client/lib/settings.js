/** Player's settings on this device, with notifications of changes. */

import { createEmitter } from "./emitter.js";
import { load, save } from "./storage.js";

/** @import {Language} from "./messages.js" */

/**
 * @typedef {object} Settings
 * @property {Language | "auto"} language
 * @property {"auto" | "light" | "dark"} theme
 * @property {"wood" | "paper" | "slate"} board  look of the boards
 * @property {"stone" | "flat" | "clear"} stones  look of the stones; `clear` is for people who confuse red and green
 * @property {boolean} numbers  move numbers on the stones
 * @property {boolean} coordinates
 * @property {boolean} confirmTouch
 * @property {boolean} premove  a point chosen on the opponent's turn is played when the viewer's own begins
 * @property {boolean} thinking  a bot's reasons on the board and in words, where they are allowed
 */

/** @type {Settings} */
const DEFAULTS = {
  language: "auto",
  theme: "auto",
  board: "wood",
  stones: "stone",
  numbers: false,
  coordinates: true,
  confirmTouch: true,
  premove: false,
  thinking: false,
};

/** @typedef {ReturnType<typeof createSettings>} SettingsStore */

export function createSettings() {
  /** @type {Settings} */
  let values = { ...DEFAULTS, ...load("settings", {}) };
  /** @type {ReturnType<typeof createEmitter<[changed: keyof Settings]>>} */
  const changes = createEmitter();
  return {
    get values() {
      return values;
    },
    /**
     * @template {keyof Settings} Name
     * @param {Name} name
     * @param {Settings[Name]} value
     */
    change(name, value) {
      values = { ...values, [name]: value };
      save("settings", values);
      changes.emit(name);
    },
    watch: changes.on,
  };
}
