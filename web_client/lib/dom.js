/**
 * Construction of elements without markup strings: text stays text, so nothing that a player typed can become an
 * element.
 */

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | false} Child  null, undefined and false are skipped */
/**
 * @typedef {string | number | boolean | null | undefined | ((event: any) => void) | Record<string, string>} Attribute
 */
/** @typedef {Record<string, Attribute>} Attributes */

/**
 * Create an HTML element. `onclick: fn` listens to `click`; `style: {name: value}` sets properties one by one (a style
 * *attribute* is refused by the page's Content-Security-Policy); `true` is an empty attribute; `false`, `null` and
 * `undefined` omit the attribute. `value`, `checked` and `selected` are set as properties.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes | null} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  fill(element, attributes, children);
  return element;
}

/**
 * Create an SVG element; attributes and children as in `h`.
 *
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes | null} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function svg(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  fill(element, attributes, children);
  return element;
}

/**
 * @param {HTMLElement | SVGElement} element
 * @param {Attributes | null | undefined} attributes
 * @param {(Child | Child[])[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) set(element, name, value);
  // Set after the children: a select takes its value from its options.
  append(element, children);
  if (attributes && "value" in attributes && attributes.value != null) Reflect.set(element, "value", attributes.value);
}

/** @param {HTMLElement | SVGElement} element @param {string} name @param {Attribute} value */
function set(element, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (typeof value === "function") element.addEventListener(name.replace(/^on/, ""), value);
  else if (typeof value === "object") {
    for (const [property, text] of Object.entries(value)) element.style.setProperty(property, text);
  } else if (name === "checked" || name === "selected") Reflect.set(element, name, value);
  else if (name !== "value" || element instanceof SVGElement || element.tagName === "OPTION") {
    element.setAttribute(name, value === true ? "" : String(value));
  }
}

/** @param {Element} element @param {(Child | Child[])[]} children */
function append(element, children) {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}
