/** The rule sets: which there are, how many in a row win, and the boards they are played on. Pure. */

/** @import {Rules} from "./messages.js" */

/** @type {Rules[]} of five in a row */
export const RULES = ["freestyle", "standard", "renju", "caro"];

/** As many in a row as the name says, for two people: no bot plays them, nothing is studied. @type {Rules[]} */
export const ROWS = ["row_3", "row_4", "row_6", "row_7", "row_8"];

/** @type {Rules[]} */
export const ALL_RULES = [...RULES, ...ROWS, "tictactoe"];

/** Boards of five in a row. @type {readonly number[]} */
export const SIZES = Array.from({ length: 16 }, (_, index) => 5 + index);

/** @param {Rules} rules */
export const isFives = (rules) => RULES.includes(rules);

/** @param {Rules} rules @returns {number}  how many in a row win */
export const winningLength = (rules) => (isFives(rules) ? 5 : rules === "tictactoe" ? 3 : Number(rules.slice(-1)));

/**
 * The boards that a rule set is played on, smallest first.
 *
 * @param {Rules} rules
 * @returns {readonly number[]}
 */
export const sizesOf = (rules) => (rules === "tictactoe" ? [3] : SIZES.filter((size) => size >= winningLength(rules)));

/**
 * The board of a rule set where none is chosen.
 *
 * @param {Rules} rules
 */
export const usualSize = (rules) => (rules === "tictactoe" ? 3 : 15);

/** @type {(ply: number) => "black" | "white"} `ply` counts from 0 */
export const colorOf = (ply) => (ply % 2 === 0 ? "black" : "white");
