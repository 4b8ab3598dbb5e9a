/**
 * Update the children of an element to the wanted ones while keeping nodes that are equal: the focus stays, and a
 * button that is being pressed survives until its release. Listeners are not copied: elements drawn this way name their
 * action in `data-do`, and their container listens (see `actions`). Nodes of one list that can change places carry
 * `data-key`.
 *
 * @param {Element} target
 * @param {...(Node | string | null | undefined | false)} wanted
 */
export function morph(target, ...wanted) {
  const next = document.createDocumentFragment();
  for (const child of wanted) if (child !== null && child !== undefined && child !== false) next.append(child);
  bring(target, next);
}

/** @param {Node} target @param {Node} source  loses its children */
function bring(target, source) {
  /** @type {ChildNode | null} */
  let at = target.firstChild;
  for (const child of [...source.childNodes]) {
    const match = find(at, child);
    if (!match) {
      target.insertBefore(child, at);
      continue;
    }
    if (match === at) at = at.nextSibling;
    else target.insertBefore(match, at);
    update(match, child);
  }
  while (at) {
    const gone = at;
    at = at.nextSibling;
    target.removeChild(gone);
  }
}

/**
 * Find the node, from `at` on, to turn into `child`: the one with the same key, or the next one if neither has a key.
 *
 * @param {ChildNode | null} at
 * @param {ChildNode} child
 * @returns {ChildNode | null}
 */
function find(at, child) {
  const key = keyOf(child);
  if (key === null) return at && keyOf(at) === null && at.nodeName === child.nodeName ? at : null;
  for (let node = at; node; node = node.nextSibling) {
    if (keyOf(node) === key && node.nodeName === child.nodeName) return node;
  }
  return null;
}

/** @param {Node} node @returns {string | null} */
const keyOf = (node) => (node instanceof HTMLElement ? (node.dataset.key ?? null) : null);

/** @param {Node} node @param {Node} wanted */
function update(node, wanted) {
  if (!(node instanceof Element) || !(wanted instanceof Element)) {
    if (node.nodeValue !== wanted.nodeValue) node.nodeValue = wanted.nodeValue;
    return;
  }
  const folds = node instanceof HTMLDetailsElement; // the viewer controls whether it is open
  for (const { name } of [...node.attributes])
    if (!wanted.hasAttribute(name) && !(folds && name === "open")) node.removeAttribute(name);
  for (const { name, value } of wanted.attributes) {
    if (node.getAttribute(name) !== value) node.setAttribute(name, value);
  }
  bring(node, wanted);
}

/**
 * Listen for clicks on elements inside `container` with a `data-do`.
 *
 * @param {HTMLElement} container
 * @param {Record<string, (what: DOMStringMap) => void>} handlers  by the value of `data-do`; receive the element's data
 */
export function actions(container, handlers) {
  /** Target of a press and its action when it began: morphing may have changed it since. */
  let begun = { on: /** @type {HTMLElement | null} */ (null), meaning: "" };

  /** @param {Event} event */
  function begin({ target }) {
    const on = actor(target);
    begun = { on, meaning: on ? meaningOf(on) : "" };
  }

  container.addEventListener("pointerdown", begin);
  container.addEventListener("keydown", begin);
  container.addEventListener("click", ({ target }) => {
    const pressed = actor(target);
    const { on, meaning } = begun;
    begun = { on: null, meaning: "" };
    if (!pressed || pressed.getAttribute("aria-disabled") === "true") return;
    if (on === pressed && meaning !== meaningOf(pressed)) return;
    handlers[pressed.dataset.do ?? ""]?.(pressed.dataset);
  });
}

/** @param {EventTarget | null} target */
function actor(target) {
  const found = target instanceof Element ? target.closest("[data-do]") : null;
  return found instanceof HTMLElement ? found : null;
}

/** @param {HTMLElement} element */
const meaningOf = ({ dataset }) => JSON.stringify({ ...dataset });
