/**
 * Points and coordinates of a square board. A point is `y * size + x`, (0, 0) at the top left; its name counts columns
 * from the left (A, B, ... with I) and rows from the bottom: "H8".
 */

/** @param {number} x @param {number} y @param {number} size @returns {number} */
export const at = (x, y, size) => y * size + x;

/** @param {number} point @param {number} size @returns {{x: number, y: number}} */
export const xy = (point, size) => ({ x: point % size, y: Math.floor(point / size) });

/** @param {number} x @returns {string} */
export const columnName = (x) => String.fromCharCode(65 + x);

/** @param {number} point @param {number} size @returns {string} */
export function pointName(point, size) {
  const { x, y } = xy(point, size);
  return columnName(x) + (size - y);
}

/**
 * Parse the name of a point, such as "h8" or " H8 "; null if it names none on this board.
 *
 * @param {string} text
 * @param {number} size
 * @returns {number | null}
 */
export function parsePoint(text, size) {
  const found = /^([a-z])([1-9]\d?)$/i.exec(text.trim());
  if (!found) return null;
  const x = found[1].toUpperCase().charCodeAt(0) - 65;
  const y = size - Number(found[2]);
  return x < size && y >= 0 ? at(x, y, size) : null;
}

/**
 * Return the point `dx` columns and `dy` rows away, stopped by the edge.
 *
 * @param {number} point
 * @param {number} dx
 * @param {number} dy
 * @param {number} size
 * @returns {number}
 */
export function neighbour(point, dx, dy, size) {
  const { x, y } = xy(point, size);
  const clamp = (/** @type {number} */ value) => Math.min(size - 1, Math.max(0, value));
  return at(clamp(x + dx), clamp(y + dy), size);
}

/**
 * List the star points of a board: corners on the fourth lines, the centre if there is one, and the middles of the
 * sides from 19 lines up.
 *
 * @param {number} size
 * @returns {number[]}
 */
export function starPoints(size) {
  if (size < 13) return [];
  const ends = [3, size - 4];
  const middle = (size - 1) / 2;
  const places = size % 2 === 1 && size >= 19 ? [3, middle, size - 4] : ends;
  const stars = places.flatMap((y) => places.map((x) => at(x, y, size)));
  return size % 2 === 1 && size < 19 ? [...stars, at(middle, middle, size)] : stars;
}

/** Distance of two lines in the units of the drawing. */
export const UNIT = 100;

/**
 * @typedef {object} Frame  drawing of the board: `side` units wide and high, its first line `margin` units from the
 *   edge
 * @property {number} size
 * @property {number} margin
 * @property {number} side
 */

/**
 * @param {number} size
 * @param {boolean} coordinates  whether the margin has room for them
 * @returns {Frame}
 */
export function frame(size, coordinates) {
  const margin = UNIT * (coordinates ? 1.05 : 0.72);
  return { size, margin, side: (size - 1) * UNIT + 2 * margin };
}

/**
 * Return the centre of a point in the units of the drawing.
 *
 * @param {Frame} drawn
 * @param {number} point
 * @returns {{x: number, y: number}}
 */
export function centre(drawn, point) {
  const { x, y } = xy(point, drawn.size);
  return { x: drawn.margin + x * UNIT, y: drawn.margin + y * UNIT };
}

/**
 * Return the point nearest to a position given as fractions of the drawing's width and height; null if it is outside
 * the outer lines by more than `reach` line distances.
 *
 * @param {Frame} drawn
 * @param {number} across
 * @param {number} down
 * @param {number} [reach]
 * @returns {number | null}
 */
export function nearestPoint(drawn, across, down, reach = 0.7) {
  const along = (/** @type {number} */ fraction) => (fraction * drawn.side - drawn.margin) / UNIT;
  const [x, y] = [along(across), along(down)];
  const last = drawn.size - 1;
  if (Math.min(x, y) < -reach || Math.max(x, y) > last + reach) return null;
  const clamp = (/** @type {number} */ value) => Math.min(last, Math.max(0, Math.round(value)));
  return at(clamp(x), clamp(y), drawn.size);
}
