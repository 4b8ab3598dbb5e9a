/** Images of positions. */

import { h } from "./dom.js";
import { saveFile } from "./save_file.js";

/** Scale of an image, for screens with several pixels per CSS pixel. */
const FINER = 2;

/**
 * Convert an SVG image to PNG.
 *
 * @param {string} svg  states its width and height
 * @returns {Promise<Blob>}  PNG
 */
export async function pngOf(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = h("canvas", { width: image.naturalWidth * FINER, height: image.naturalHeight * FINER });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, failed) =>
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("no picture"))), "image/png"),
  );
}

/**
 * Source of a position's images.
 *
 * @typedef {object} PictureSource
 * @property {() => Promise<string>} picture  of the position, as SVG
 * @property {() => Promise<Blob>} film  of the moves, as GIF
 */

/**
 * Save an image of the position as a file.
 *
 * @param {"svg" | "png" | "gif"} format
 * @param {string} name  of the file, without extension
 * @param {PictureSource} source
 */
export async function savePicture(format, name, { picture, film }) {
  saveFile(format === "gif" ? await film() : await drawn(format, await picture()), `${name}.${format}`);
}

/** @param {"svg" | "png"} format @param {string} svg */
const drawn = (format, svg) => (format === "png" ? pngOf(svg) : new Blob([svg], { type: "image/svg+xml" }));
