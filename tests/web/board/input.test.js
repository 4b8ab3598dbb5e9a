import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { listen } from "../../../web_client/board/input.js";
import { centre, frame, parsePoint, pointName } from "../../../web_client/lib/geometry.js";

const SIZE = 15;
const drawn = frame(SIZE, true);
const named = (point) => (point === null ? null : pointName(point, SIZE));

let board, grid, played, ghost, notes, free, confirm, refresh;

beforeEach(() => {
  played = [];
  ghost = null;
  notes = [];
  free = () => true;
  confirm = true;
  grid = {
    current: parsePoint("H8", SIZE),
    select(point) {
      this.current = point;
    },
    focus(point) {
      this.current = point;
    },
    showsFocus: () => true,
    pointOf: (target) => target?.point ?? null,
  };
  board = new EventTarget();
  board.getBoundingClientRect = () => ({ left: 0, top: 0, width: drawn.side, height: drawn.side });
  refresh = listen(board, {
    frame: () => drawn,
    grid: () => grid,
    confirmTouch: () => confirm,
    playable: (point) => free(point),
    attempt: (point) => played.push(named(point)),
    ghost: (point, aimed) => (ghost = point === null ? null : [named(point), aimed]),
    notify: (key, parameters) => notes.push([key, ...Object.values(parameters)]),
  });
});

/** @returns {boolean}  whether the page still receives the event */
function send(type, properties) {
  return board.dispatchEvent(Object.assign(new Event(type, { cancelable: true }), properties));
}

function place(name) {
  const { x, y } = centre(drawn, parsePoint(name, SIZE));
  return { clientX: x + 30, clientY: y - 30 };
}

function point(name, pointerType) {
  send("pointerdown", { pointerType });
  send("click", { detail: 1, ...place(name) });
}

const press = (...keys) => keys.map((key) => send("keydown", { key }));

test("the mouse plays the nearest point at once", () => {
  point("E5", "mouse");
  assert.deepEqual(played, ["E5"]);
  assert.equal(named(grid.current), "E5");
});

test("a click in the margin plays nothing", () => {
  send("click", { detail: 1, clientX: 1, clientY: 1 });
  assert.deepEqual(played, []);
});

test("assistive technology clicks the cell itself", () => {
  const click = Object.assign(new Event("click"), { detail: 0, clientX: 0, clientY: 0 });
  Object.defineProperty(click, "target", { value: { point: parsePoint("C3", SIZE) } });
  board.dispatchEvent(click);
  assert.deepEqual(played, ["C3"]);
});

test("a touch aims, another moves the aim, the same again plays", () => {
  point("E5", "touch");
  assert.deepEqual(played, []);
  assert.deepEqual(ghost, ["E5", true]);
  assert.deepEqual(notes.at(-1), ["board.confirm", "E5"]);
  point("E6", "touch");
  assert.deepEqual(ghost, ["E6", true]);
  point("E6", "touch");
  assert.deepEqual(played, ["E6"]);
  assert.deepEqual(notes.at(-1), [null]);
});

test("without the setting a touch plays at once", () => {
  confirm = false;
  point("E5", "touch");
  assert.deepEqual(played, ["E5"]);
});

test("a touch on a point that may not be played asks at once, to hear why", () => {
  free = () => false;
  point("E5", "touch");
  assert.deepEqual(played, ["E5"]);
  assert.equal(ghost, null);
});

test("a move on the board takes the aim away", () => {
  point("E5", "touch");
  refresh(true);
  assert.equal(ghost, null);
  point("E5", "touch");
  assert.deepEqual(played, []);
});

test("the ghost follows the mouse over free points and leaves with it", () => {
  send("pointermove", { pointerType: "mouse", ...place("E5") });
  assert.deepEqual(ghost, ["E5", false]);
  free = () => false;
  refresh(true);
  assert.equal(ghost, null);
  free = () => true;
  refresh(true);
  assert.deepEqual(ghost, ["E5", false]);
  send("pointerleave", {});
  assert.equal(ghost, null);
});

test("a dragging finger shows no ghost", () => {
  send("pointermove", { pointerType: "touch", ...place("E5") });
  assert.equal(ghost, null);
});

test("arrows walk with the ghost, Enter and Space play", () => {
  assert.deepEqual(press("ArrowRight", "ArrowUp"), [false, false]);
  assert.deepEqual(ghost, ["I9", false]);
  press("Enter");
  press("ArrowLeft", " ");
  assert.deepEqual(played, ["I9", "H9"]);
});

test("typed coordinates move there and Enter plays them", () => {
  press("d", "1", "2");
  assert.deepEqual(notes.at(-1), ["board.typed", "D12"]);
  assert.deepEqual(ghost, ["D12", false]);
  press("Enter");
  assert.deepEqual(played, ["D12"]);
});

test("coordinates off the board are refused, and Escape forgets what was typed", () => {
  press("z", "9", "Enter");
  assert.deepEqual(notes.at(-1), ["board.refused.unknown", "Z9"]);
  assert.deepEqual(played, []);
  press("z", "Escape", "Enter");
  assert.deepEqual(played, ["H8"]);
});

test("what the board does not use is the page's", () => {
  assert.deepEqual(press("Tab", "Escape", "F5"), [true, true, true]);
  assert.equal(send("keydown", { key: "c", ctrlKey: true }), true);
  assert.equal(send("keydown", { key: "ArrowLeft", altKey: true }), true);
});

test("leaving the board forgets aim and ghost, moving inside it does not", () => {
  point("E5", "touch");
  send("focusout", { relatedTarget: { point: 3 } });
  assert.deepEqual(ghost, ["E5", true]);
  send("focusout", { relatedTarget: null });
  assert.equal(ghost, null);
});

test("a press comes to nothing when stones come between its beginning and its end", () => {
  for (const pointerType of ["mouse", "touch"]) {
    confirm = false;
    send("pointerdown", { pointerType });
    refresh(true);
    send("click", { detail: 1, ...place("E5") });
    assert.deepEqual(played, []);
    assert.deepEqual(notes.at(-1), ["board.refused.changed"]);
  }
  point("E5", "mouse");
  assert.deepEqual(played, ["E5"]);
});

test("a press comes to nothing when it would mean something else by its end", () => {
  send("pointerdown", { pointerType: "mouse" });
  refresh(false, true);
  send("click", { detail: 1, ...place("E5") });
  assert.deepEqual(played, []);
  send("pointerdown", { pointerType: "mouse" });
  refresh(false);
  send("click", { detail: 1, ...place("E5") });
  assert.deepEqual(played, ["E5"]);
});

test("an aim and what was typed are forgotten when they would mean something else", () => {
  point("E5", "touch");
  refresh(false, true);
  assert.equal(ghost, null);
  point("E5", "touch");
  assert.deepEqual(played, []);
  press("d", "1");
  refresh(false, true);
  assert.deepEqual(notes.at(-1), [null]);
});

test("a key that is held down is one press", () => {
  send("keydown", { key: "Enter" });
  assert.equal(send("keydown", { key: "Enter", repeat: true }), false);
  assert.deepEqual(played, ["H8"]);
});

const LAYOUTS = {
  Cyrillic: [
    ["р", "KeyH"],
    ["1", "Digit1"],
    ["0", "Digit0"],
  ],
  Greek: [
    ["η", "KeyH"],
    ["1", "Digit1"],
    ["0", "Digit0"],
  ],
  "AZERTY, whose upper row has digits with Shift": [
    ["h", "KeyH"],
    ["&", "Digit1"],
    ["à", "Digit0"],
  ],
  Dvorak: [
    ["h", "KeyJ"],
    ["1", "Digit1"],
    ["0", "Digit0"],
  ],
  "Pinyin, with the keys taken by the input method": [
    ["Process", "KeyH"],
    ["Process", "Digit1"],
    ["Process", "Digit0"],
  ],
  "full-width characters": [
    ["ｈ", "KeyH"],
    ["１", "Digit1"],
    ["０", "Digit0"],
  ],
  "the numeric pad": [
    ["h", "KeyH"],
    ["1", "Numpad1"],
    ["0", "Numpad0"],
  ],
};

for (const [layout, keys] of Object.entries(LAYOUTS))
  test(`H10 is typed on ${layout}`, () => {
    for (const [key, code] of keys) assert.equal(send("keydown", { key, code }), false);
    assert.deepEqual(notes.at(-1), ["board.typed", "H10"]);
    send("keydown", { key: "Enter", code: "Enter" });
    assert.deepEqual(played, ["H10"]);
  });

test("what is not understood plays nothing", () => {
  for (const keys of ["ö8", "12", "8h1x", "h105", "h-8", "中"]) {
    press(...keys, "Enter");
    assert.deepEqual(played, [], keys);
    assert.equal(notes.at(-1)[0], "board.refused.unknown", keys);
  }
  press("ö", "Backspace", "Enter");
  assert.deepEqual(played, ["H10"]); // at the focused point; the typed text is gone
});

test("a wrong character stays in the text, and can be taken back", () => {
  press("h", "1", "0", "5");
  assert.deepEqual(notes.at(-1), ["board.refused.unknown", "H105"]);
  press("Escape");
  press("h", "1", "0", "5", "Backspace", "Enter");
  assert.deepEqual(played, ["H10"]);
});

test("Enter that ends a composition is the input method's", () => {
  send("keydown", { key: "Process", code: "KeyD", isComposing: true });
  assert.equal(send("keydown", { key: "Enter", code: "Enter", isComposing: true }), true);
  send("keydown", { key: "Process", code: "Enter" });
  assert.deepEqual(played, []);
});

test("a press of the keyboard on a cell counts, whatever has become of an earlier finger", () => {
  send("pointerdown", { pointerType: "touch" }); // it slid off: neither a click nor a cancel followed
  refresh(true);
  const click = Object.assign(new Event("click"), { detail: 0, clientX: 0, clientY: 0 });
  Object.defineProperty(click, "target", { value: { point: parsePoint("C3", SIZE) } });
  board.dispatchEvent(click);
  assert.deepEqual(played, ["C3"]);
});
