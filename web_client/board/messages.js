/**
 * Texts of the board. A piece is "black" or "white"; "cross" or "nought" in noughts and crosses.
 *
 * | key                                | parameters        | English, for example                        |
 * |------------------------------------|-------------------|---------------------------------------------|
 * | board.label                        | size              | Board, 15 by 15                             |
 * | board.cell.empty                   | point             | H8, empty                                   |
 * | board.cell.PIECE                   | point, move       | H8, black, move 12                          |
 * | board.cell.PIECE.last              | point, move       | H8, black, move 12, the last move           |
 * | board.cell.PIECE.set               | point             | H8, black                                   |
 * | board.cell.PIECE.pending           | point             | H8, black, being sent                       |
 * | board.cell.forbidden               | point, reason     | H8, empty, forbidden: double three          |
 * | board.cell.winning                 | cell              | H8, black, move 12, in the winning row      |
 * | board.cell.marked                  | cell, text        | H8, empty, marked 37                        |
 * | board.cell.PIECE.line              | point, move       | H8, black, stone 3 of the line shown        |
 * | board.cell.PIECE.ahead             | point             | H8, your black stone, chosen ahead          |
 * | board.forbidden.REASON             | point             | Forbidden: double three                     |
 * | board.move.PIECE                   | point, move       | Black H8                                    |
 * | board.taken_back                   | move              | Back to move 11                             |
 * | board.refused.occupied             | point             | H8 is taken                                 |
 * | board.refused.turn                 | point             | It is not your turn                         |
 * | board.refused.over                 | point             | The game is over                            |
 * | board.refused.pending              | point             | Your move is being sent                     |
 * | board.refused.review               | point             | You are looking at an earlier move          |
 * | board.refused.paused               | point             | You were planning: press Done to play       |
 * | board.refused.changed              |                   | The board has just changed: press again     |
 * | board.refused.not_allowed          | point             | The opening does not allow H8               |
 * | board.refused.unknown              | text              | There is no point Z9                        |
 * | board.confirm                      | point             | Touch H8 again to play it                   |
 * | board.typed                        | text              | H8 - Enter plays                            |
 *
 * REASON is a key of `BoardState.forbidden`'s values as the server sends them: overline, double-four, double-three.
 */

/** @typedef {"black" | "white" | "cross" | "nought"} Piece */

/**
 * @typedef {"board.label" | "board.cell.empty" | `board.cell.${Piece}` | `board.cell.${Piece}.last`
 *   | `board.cell.${Piece}.pending` | "board.cell.forbidden" | "board.cell.winning" | "board.cell.marked"
 *   | `board.cell.${Piece}.line` | `board.cell.${Piece}.ahead` | `board.cell.${Piece}.set`
 *   | `board.forbidden.${string}` | `board.move.${Piece}` | "board.taken_back" | "board.refused.occupied"
 *   | "board.refused.turn" | "board.refused.over" | "board.refused.pending" | "board.refused.review" | "board.refused.paused"
 *   | "board.refused.changed"
 *   | "board.refused.not_allowed" | "board.refused.unknown"
 *   | "board.confirm" | "board.typed"} BoardMessage
 */

/** @typedef {(key: BoardMessage, parameters: Record<string, string | number>) => string} Translate */

import { pointName } from "../lib/geometry.js";

/** @param {import("./position.js").Color} color @param {import("./position.js").Rules} rules @returns {Piece} */
export function pieceOf(color, rules) {
  if (rules !== "tictactoe") return color;
  return color === "black" ? "cross" : "nought";
}

/**
 * Return the text of a point for screen readers.
 *
 * @param {import("./position.js").Cell} cell
 * @param {number} point
 * @param {number} size
 * @param {import("./position.js").Rules} rules
 * @param {Translate} translate
 * @returns {string}
 */
export function cellLabel(cell, point, size, rules, translate) {
  const name = pointName(point, size);
  if (cell.line !== null && cell.ahead)
    return translate(`board.cell.${pieceOf(cell.line, rules)}.ahead`, { point: name });
  if (cell.line !== null)
    return translate(`board.cell.${pieceOf(cell.line, rules)}.line`, { point: name, move: cell.text ?? "" });
  let label = bare(cell, name, rules, translate);
  if (cell.winning) label = translate("board.cell.winning", { cell: label });
  if (cell.text) label = translate("board.cell.marked", { cell: label, text: cell.text });
  return label;
}

/**
 * @param {import("./position.js").Cell} cell
 * @param {string} name
 * @param {import("./position.js").Rules} rules
 * @param {Translate} translate
 * @returns {string}
 */
function bare(cell, name, rules, translate) {
  if (cell.color !== null) {
    const piece = pieceOf(cell.color, rules);
    if (cell.pending) return translate(`board.cell.${piece}.pending`, { point: name });
    if (cell.move === 0) return translate(`board.cell.${piece}.set`, { point: name });
    return translate(cell.last ? `board.cell.${piece}.last` : `board.cell.${piece}`, { point: name, move: cell.move });
  }
  if (cell.forbidden === null) return translate("board.cell.empty", { point: name });
  const reason = translate(`board.forbidden.${cell.forbidden}`, { point: name });
  return translate("board.cell.forbidden", { point: name, reason });
}
