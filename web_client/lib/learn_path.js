/**
 * Path for beginners: positions to solve, easiest first. tests/web/test_examples.py proves that the right points of each
 * step are complete, and that the opponent's answers do not help.
 */

/** @import {Example, Step} from "./examples.js" */

/** @typedef {{id: string, positions: Example[]}} Lesson */

/** @type {(...right: string[]) => Step} */
const win = (...right) => ({ task: "win", right });

/** @type {(task: Step["task"], point: string, reply: string, step: Step) => Step}  the only right point, answered */
const answered = (task, point, reply, step) => ({ task, right: [point], answers: { [point]: { reply, step } } });

/**
 * Make an open four, which the opponent stops at one end. By right point: where the opponent stops it, and the other end.
 *
 * @param {Record<string, [string, string]>} ends
 * @returns {Step}
 */
const openFour = (ends) => ({
  task: "open_four",
  right: Object.keys(ends),
  answers: Object.fromEntries(Object.entries(ends).map(([point, [reply, end]]) => [point, { reply, step: win(end) }])),
});

/** @type {(black: string, white: string, step: Step, rules?: Example["rules"], size?: number) => Example} */
const position = (black, white, step, rules = "freestyle", size = 11) => ({ rules, size, black, white, step });

/** Names of the points up to `distance` rows and columns from H8. @param {number} distance */
const around = (distance) => {
  const away = Array.from({ length: 2 * distance + 1 }, (_, index) => index - distance);
  return away.flatMap((dx) => away.map((dy) => String.fromCharCode("H".charCodeAt(0) + dx) + (8 + dy)));
};

/** Number of the first lessons that a first game needs. tests/web/lib/learn_path.test.js holds them to three minutes. */
export const FIRST_LESSONS = 4;

/** @type {readonly Lesson[]} */
export const PATH = [
  {
    id: "five",
    positions: [
      position("D6 E6 F6 G6", "E7 F8 G5 D8", win("C6", "H6")),
      position("D4 E5 G7 H8", "D7 F5 G9 I6", win("F6")),
    ],
  },
  {
    id: "block",
    positions: [
      position("D6 E6 F6 G6", "C6 E8 F5", { task: "block", right: ["H6"] }),
      position("D6 E6 F6 F8 C9", "D3 E4 G6 H7 G9", { task: "block", right: ["F5"] }),
    ],
  },
  {
    id: "open_three",
    positions: [
      position("E6 F6", "E8 G4", { task: "open_three", right: ["C6", "D6", "G6", "H6"] }),
      position("D5 E6 F7", "D8 F5 H5", openFour({ C4: ["G8", "B3"], G8: ["H9", "C4"] })),
    ],
  },
  {
    id: "fork",
    positions: [
      position(
        "D6 E6 F7 F8",
        "C9 H8 H3 C3",
        answered("double_three", "F6", "G6", openFour({ F5: ["F9", "F4"], F9: ["F10", "F5"] })),
      ),
      position(
        "D8 E7 H6 I6",
        "E5 F9 G4 I8",
        answered("double_three", "F6", "G6", openFour({ C9: ["B10", "G5"], G5: ["C9", "H4"] })),
      ),
    ],
  },
  {
    id: "four",
    positions: [
      position("D6 E6 F6", "C6 E8 F4", { task: "four", right: ["G6", "H6"] }),
      position("E4 F5 H7", "E6 G4 F8", openFour({ G6: ["I8", "D3"] })),
    ],
  },
  {
    id: "double",
    positions: [
      position("C6 D6 E6 F7 F8 F9", "B6 F10 C9 H8 H3 D3", answered("double_four", "F6", "G6", win("F5"))),
      position("D4 E5 F6 D7 E7 F7", "C3 C7 F4 G9 H5 D9", answered("double_four", "G7", "H8", win("H7"))),
    ],
  },
  {
    id: "reading",
    positions: [
      position("D4 E5 F6 H7 I7", "C3 E7 F4 I9 D8", answered("four_three", "G7", "H8", openFour({ J7: ["F7", "K7"] }))),
      position(
        "C6 D6 E6 F7 F8 H7 I8 G10",
        "B6 G7 G8 G9 D8 H4 E4 I5",
        answered("vcf", "G6", "F6", openFour({ J9: ["K10", "F5"] })),
      ),
    ],
  },
  {
    id: "defence",
    positions: [
      position("E6 F6 G6", "F7 E5", { task: "defend", right: ["D6", "H6"] }),
      position("E5 F6 H8", "F5 G5", { task: "defend", right: ["D4", "G7", "I9"] }),
      position("E6 F6 G6 H8 H9", "F7 E5 F5 D8", { task: "defend", right: ["H6"] }),
    ],
  },
  {
    id: "forbidden",
    positions: [
      position("D6 E6 F7 F8", "C9 H8 H3 C3", { task: "forbidden.double-three", right: ["F6"] }, "renju"),
      position("D6 E6 F7 F8 C9", "D8 E7 G5 H8", { task: "trap", right: ["H4"], forbids: "F6" }, "renju"),
    ],
  },
  {
    id: "opening",
    positions: [
      position("", "", { task: "begin", right: around(2) }, "freestyle", 15),
      position("H8", "", { task: "answer", right: around(1).filter((name) => name !== "H8") }, "freestyle", 15),
    ],
  },
];
