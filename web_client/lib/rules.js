/** Rule sets: names, winning lengths and boards. Pure. */

/** @import {Rules} from "./messages.js" */

/** @type {Rules[]}  five in a row */
export const RULES = ["freestyle", "standard", "renju", "caro"];

/** Games of other lengths, as named, for two people; no bot plays them and none is studied. @type {Rules[]} */
export const ROWS = ["row_3", "row_4", "row_6", "row_7", "row_8"];

/** @type {Rules[]} */
export const ALL_RULES = [...RULES, ...ROWS, "tictactoe"];

/** Board sizes of five in a row. @type {readonly number[]} */
export const SIZES = Array.from({ length: 16 }, (_, index) => 5 + index);

/** @param {Rules} rules */
export const isFives = (rules) => RULES.includes(rules);

/** @param {Rules} rules @returns {number}  length of a winning row */
export const winningLength = (rules) => (isFives(rules) ? 5 : rules === "tictactoe" ? 3 : Number(rules.slice(-1)));

/** List the board sizes of a rule set, smallest first. @param {Rules} rules @returns {readonly number[]} */
export const sizesOf = (rules) => (rules === "tictactoe" ? [3] : SIZES.filter((size) => size >= winningLength(rules)));

/** Return the default board size of a rule set. @param {Rules} rules */
export const usualSize = (rules) => (rules === "tictactoe" ? 3 : 15);

/** @type {(ply: number) => "black" | "white"}  `ply` counts from 0 */
export const colorOf = (ply) => (ply % 2 === 0 ? "black" : "white");
