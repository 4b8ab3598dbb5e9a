/**
 * Short positions that explain rule sets and shapes. tests/web/test_examples.py proves their claims by the rules and by
 * the solver: the right points of a task are complete.
 */

/** @import {Rules} from "./messages.js" */

/**
 * Task of a step: `win` at once; `block` a five; `defend` against a forced win; one move that makes a shape; a point
 * forbidden to black, or a four that only such a point would stop (`trap`); the first or next move of a forced win by
 * fours (`vcf`) or by fours and threes (`vct`); the first stone (`begin`) or the second (`answer`).
 *
 * @typedef {"win" | "block" | "defend" | "four" | "open_four" | "open_three" | "four_three" | "double_four"
 *   | "double_three" | "forbidden.overline" | "forbidden.double-four" | "forbidden.double-three" | "trap" | "vcf" | "vct"
 *   | "begin" | "answer"} Task
 */

/**
 * @typedef {object} Step
 * @property {Task} task
 * @property {string[]} right  all points that fulfil it
 * @property {string} [forbids]  point that black may not play afterwards, because of a double three
 * @property {Record<string, {reply: string, step: Step}>} [answers]  by right point: the opponent's answer and what is to
 *   do next; without an entry, the example is solved
 */

/**
 * @typedef {object} Example  black is to move if both sides have as many stones
 * @property {Rules} rules
 * @property {number} size
 * @property {string} black  names of points
 * @property {string} white
 * @property {Step} step  the first one
 * @property {Record<string, "overline" | "enclosed">} [rows]  points that make a row which does not win, with the
 *   reason
 */

/** @type {Record<string, Example>} */
export const EXAMPLES = {
  six_wins: {
    rules: "freestyle",
    size: 11,
    black: "D6 E6 F6 H6 I6",
    white: "D8 E9 G8 H4 F4",
    step: { task: "win", right: ["G6"] },
  },
  six_counts_nothing: {
    rules: "standard",
    size: 11,
    black: "D6 E6 F6 H6 I6 H7 H8 H9",
    white: "D8 E9 F8 G3 B6 C4 J9 J4",
    step: { task: "win", right: ["H5", "H10"] },
    rows: { G6: "overline" },
  },
  enclosed: {
    rules: "caro",
    size: 11,
    black: "D6 E6 F6 G6 E7 E8 E9",
    white: "C6 I6 G8 G9 C8 H3 F3",
    step: { task: "win", right: ["E5", "E10"] },
    rows: { H6: "enclosed" },
  },
  overline: {
    rules: "renju",
    size: 11,
    black: "D6 E6 F6 H6 I6",
    white: "D8 E9 G8 H4 F4",
    step: { task: "forbidden.overline", right: ["G6"] },
  },
  forbidden_double_four: {
    rules: "renju",
    size: 11,
    black: "C6 D6 E6 F7 F8 F9",
    white: "B6 F10 C9 H8 H3 D3",
    step: { task: "forbidden.double-four", right: ["F6"] },
  },
  forbidden_double_three: {
    rules: "renju",
    size: 11,
    black: "D6 E6 F7 F8",
    white: "C9 H8 H3 C3",
    step: { task: "forbidden.double-three", right: ["F6"] },
  },
  white_six_wins: {
    rules: "renju",
    size: 11,
    black: "D8 E9 G8 H4 F4 C3",
    white: "D6 E6 F6 H6 I6",
    step: { task: "win", right: ["G6"] },
  },
  three_in_a_row: {
    rules: "tictactoe",
    size: 3,
    black: "A3 B2",
    white: "A1 B1",
    step: { task: "win", right: ["C1"] },
  },
  row_of_three: {
    rules: "row_3",
    size: 5,
    black: "C3 D4",
    white: "D2 C4",
    step: { task: "win", right: ["B2", "E5"] },
  },
  row_of_four: {
    rules: "row_4",
    size: 7,
    black: "C4 D4 F4",
    white: "C5 E5 D3",
    step: { task: "win", right: ["E4"] },
  },
  row_of_six: {
    rules: "row_6",
    size: 11,
    black: "D6 E6 F6 G6 I6",
    white: "C6 E8 G8 H4 F4",
    step: { task: "win", right: ["H6"] },
  },
  row_of_seven: {
    rules: "row_7",
    size: 11,
    black: "C3 D4 E5 G7 H8 I9",
    white: "C5 E7 G9 H4 F4 D8",
    step: { task: "win", right: ["F6"] },
  },
  row_of_eight: {
    rules: "row_8",
    size: 11,
    black: "B6 C6 D6 E6 G6 H6 I6",
    white: "A6 E8 G8 H4 F4 C9 J3",
    step: { task: "win", right: ["F6"] },
  },
  five: {
    rules: "freestyle",
    size: 11,
    black: "D4 E5 F6 G7",
    white: "D7 E7 G5 H5",
    step: { task: "win", right: ["C3", "H8"] },
  },
  open_four: {
    rules: "freestyle",
    size: 11,
    black: "E6 F6 G6",
    white: "E8 G8 F4",
    step: { task: "open_four", right: ["D6", "H6"] },
  },
  four: {
    rules: "freestyle",
    size: 11,
    black: "D6 E6 F6",
    white: "C6 E8 F4",
    step: { task: "four", right: ["G6", "H6"] },
  },
  open_three: {
    rules: "freestyle",
    size: 11,
    black: "E6 F6",
    white: "E8 G4",
    step: { task: "open_three", right: ["C6", "D6", "G6", "H6"] },
  },
  four_three: {
    rules: "freestyle",
    size: 11,
    black: "C6 D6 E6 F7 F8",
    white: "B6 C9 H8 H3 D3",
    step: { task: "four_three", right: ["F6"] },
  },
  double_four: {
    rules: "freestyle",
    size: 11,
    black: "C6 D6 E6 F7 F8 F9",
    white: "B6 F10 C9 H8 H3 D3",
    step: { task: "double_four", right: ["F6"] },
  },
  double_three: {
    rules: "freestyle",
    size: 11,
    black: "D6 E6 F7 F8",
    white: "C9 H8 H3 C3",
    step: { task: "double_three", right: ["F6"] },
  },
  vcf: {
    rules: "freestyle",
    size: 15,
    black: "E8 F8 G8 H9 H10 F11 G11",
    white: "D8 H7 E13 J12 K9 G10 D5",
    step: {
      task: "vcf",
      right: ["H8"],
      answers: {
        H8: {
          reply: "I8",
          step: {
            task: "vcf",
            right: ["H11"],
            answers: { H11: { reply: "H12", step: { task: "open_four", right: ["E11", "I11"] } } },
          },
        },
      },
    },
  },
  vct: {
    rules: "freestyle",
    size: 15,
    black: "F8 G8 H9 H10 C3 M4",
    white: "D8 K8 H6 H13 I10 G9",
    step: { task: "vct", right: ["H8"] },
  },
};

/** Examples of each topic, rule sets and shapes, in display order. @type {Record<string, (keyof typeof EXAMPLES)[]>} */
export const RULE_TOPICS = {
  freestyle: ["six_wins"],
  standard: ["six_counts_nothing"],
  renju: ["overline", "forbidden_double_four", "forbidden_double_three", "white_six_wins"],
  caro: ["enclosed"],
  tictactoe: ["three_in_a_row"],
  row_3: ["row_of_three"],
  row_4: ["row_of_four"],
  row_6: ["row_of_six"],
  row_7: ["row_of_seven"],
  row_8: ["row_of_eight"],
};

/** @type {Record<string, (keyof typeof EXAMPLES)[]>} */
export const SHAPE_TOPICS = {
  five: ["five"],
  open_four: ["open_four"],
  four: ["four"],
  open_three: ["open_three"],
  four_three: ["four_three"],
  double_four: ["double_four", "forbidden_double_four"],
  double_three: ["double_three", "forbidden_double_three"],
  overline: ["overline", "six_counts_nothing"],
  vcf: ["vcf"],
  vct: ["vct"],
};
