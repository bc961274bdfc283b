"use strict";
// The recording is data of this page: events with their sentences, and what the page needs of clauses and conflicts.
const page = JSON.parse(document.getElementById("recording").textContent);
const words = page.words;
const DECISION = 0, FLIP = 1, PROPAGATION = 2, CONFLICT = 3, LEARNED = 4, BACKTRACK = 5, RESTART = 6;
const count = page.kinds.length;
const element = (id) => document.getElementById(id);
const name = (literal) => page.names[literal] ?? String(literal);
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (whole, key) => values[key] ?? whole);
const number = (value) => value.toLocaleString(page.language);
let position = 0;

/** The trail after the first `end` events: literals with their level, and the position that each was assigned at. */
function trailAt(end) {
  const trail = page.trail.map(([literal, level, decided]) => ({ literal, level, decided, at: 0 }));
  let level = trail.length ? trail[trail.length - 1].level : 0;
  for (let index = 0; index < end; index++) {
    const kind = page.kinds[index];
    if (kind === BACKTRACK || kind === RESTART) {
      trail.length = page.left[index];
      level = page.levels[index];
    } else if (kind <= PROPAGATION) {
      if (kind === DECISION) level += 1;
      trail.push({ literal: page.literals[index], level, decided: kind === DECISION, at: index + 1 });
    }
  }
  return trail;
}

function literalSign(literal, values, tag) {
  const sign = document.createElement(tag);
  const value = values.get(Math.abs(literal)) * Math.sign(literal);
  sign.className = "literal" + (value > 0 ? " true" : value < 0 ? " false" : "");
  sign.textContent = name(literal);
  return sign;
}

function drawClause(values) {
  const place = element("clause");
  const index = position ? page.clauses[position - 1] : -1;
  place.replaceChildren();
  if (index < 0) {
    place.textContent = words.noClause;
    return;
  }
  place.append(fill(index < page.formula ? words.clauseName : words.learnedName, { number: number(index + 1) }), " ");
  if (page.rules[index]) place.append(`${page.rules[index]}: `);
  page.literalsOf[index].forEach((literal) => place.append(literalSign(literal, values, "span"), " "));
}

function drawTrail(trail, values) {
  const rows = [];
  for (const entry of trail) {
    while (rows.length <= entry.level) rows.push(document.createElement("li"));
    const sign = literalSign(entry.literal, values, "button");
    if (entry.decided) sign.classList.add("decision");
    if (entry.at === position && position) sign.classList.add("last");
    sign.title = entry.at ? page.sentences[entry.at] : "";
    if (entry.at) sign.onclick = () => go(entry.at);
    rows[entry.level].append(sign, " ");
  }
  element("trail").replaceChildren(...rows);
  if (!rows.length) element("trail").append(words.nothing);
}

/** The panel may be lower since the graph is there. */
function scrollTrail() {
  const part = element("trail-part"), last = part.querySelector(".last");
  part.scrollTop = last ? last.offsetTop - part.offsetTop - part.clientHeight / 2 : part.scrollHeight;
}

/** Candidates in the rows of a small square, each in its place; large digits one after the other. */
function candidates(digits, signs) {
  if (signs.length > 9) return [...digits].join(" ");
  const columns = Math.ceil(Math.sqrt(signs.length));
  const words = signs.map((sign, place) => (digits.has(sign) ? sign : "\u2007") + ((place + 1) % columns ? " " : "\n"));
  return words.join("").trimEnd();
}

function drawBoard(values) {
  const board = page.board;
  if (!board) return;
  const digits = board.cells.map(() => []);
  const notes = board.cells.map(() => []);
  const signs = [...new Set(board.variables.map(([, , digit]) => digit))].sort();
  for (const [variable, cell, digit] of board.variables) {
    const value = values.get(variable) ?? 0;
    if (value > 0) digits[cell].push(digit);
    if (value === 0) notes[cell].push(digit);
  }
  const last = position && page.kinds[position - 1] <= PROPAGATION ? Math.abs(page.literals[position - 1]) : 0;
  const cells = board.cells.map(([row, column, edges], cell) => {
    const box = document.createElement("div");
    box.className = `cell ${edges}`;
    box.style.gridRow = row + 1;
    box.style.gridColumn = column + 1;
    const inner = document.createElement("span");
    const known = board.givens[cell] || [...new Set(digits[cell])].join(" ");
    inner.className = known ? (board.givens[cell] ? "digit given" : "digit") : "notes";
    inner.textContent = known || candidates(new Set(notes[cell]), signs);
    if (board.variables.some(([variable, of]) => of === cell && variable === last)) box.classList.add("last");
    box.append(inner);
    return box;
  });
  element("board").replaceChildren(...cells);
}

/** The conflict that led to a clause is shown until the search goes back. */
function conflictHere() {
  let at = position;
  while (at > 0 && page.kinds[at - 1] === LEARNED) at -= 1;
  return at > 0 && page.kinds[at - 1] === CONFLICT ? page.conflicts[at] : undefined;
}

function drawConflict() {
  const conflict = conflictHere();
  element("graph-part").hidden = !conflict;
  if (!conflict) return;
  element("graph").replaceChildren();
  if (conflict.graph) {
    const picture = new DOMParser().parseFromString(conflict.graph, "image/svg+xml").documentElement;
    element("graph").append(document.importNode(picture, true));
  }
  element("analysis").replaceChildren(...conflict.lines.map((line) => {
    const item = document.createElement("li");
    item.textContent = line;
    return item;
  }));
}

function draw() {
  const trail = trailAt(position);
  const values = new Map(trail.map((entry) => [Math.abs(entry.literal), Math.sign(entry.literal)]));
  element("sentence").textContent = page.sentences[position];
  element("place").textContent = fill(words.place, { event: number(page.first + position), total: number(page.total) });
  element("slider").value = position;
  drawClause(values);
  drawTrail(trail, values);
  drawBoard(values);
  drawConflict();
  scrollTrail();
  history.replaceState(null, "", `#${page.first + position}`);
}

function go(to) {
  position = Math.min(Math.max(to, 0), count);
  draw();
}

/** To the next or the previous position after an event of a kind; the end of the page if there is none. */
function seek(kind, by) {
  let to = position + by;
  while (to > 0 && to < count && page.kinds[to - 1] !== kind) to += by;
  go(to);
}

let timer = 0;
function play() {
  if (timer) {
    clearInterval(timer);
    timer = 0;
  } else {
    timer = setInterval(() => (position < count ? go(position + 1) : play()), 700);
  }
  element("play").setAttribute("aria-pressed", String(Boolean(timer)));
}

const ACTIONS = {
  begin: () => go(0),
  conflictBack: () => seek(CONFLICT, -1),
  decisionBack: () => seek(DECISION, -1),
  back: () => go(position - 1),
  play,
  forward: () => go(position + 1),
  decision: () => seek(DECISION, 1),
  conflict: () => seek(CONFLICT, 1),
  end: () => go(count),
  large: () => document.body.classList.toggle("large"),
};
const KEYS = {
  Home: "begin", "{": "conflictBack", "<": "decisionBack", ArrowLeft: "back", ",": "back", PageUp: "back", " ": "play",
  ArrowRight: "forward", ".": "forward", PageDown: "forward", ">": "decision", "}": "conflict", End: "end", f: "large",
};
const SIGNS = { begin: "|◀", conflictBack: "{", decisionBack: "<", back: "◀", play: "▶❚❚", forward: "▶", decision: ">", conflict: "}", end: "▶|", large: "A+" };

for (const [action, sign] of Object.entries(SIGNS)) {
  const button = document.createElement("button");
  Object.assign(button, { id: action, type: "button", textContent: sign, title: words[action], onclick: ACTIONS[action] });
  button.setAttribute("aria-label", words[action]);
  element("steps").append(button);
}
const slider = document.createElement("input");
Object.assign(slider, { id: "slider", type: "range", min: 0, max: count, oninput: () => go(Number(slider.value)) });
slider.setAttribute("aria-label", words.slider);
const place = document.createElement("output");
place.id = "place";
element("steps").append(slider, place);

addEventListener("keydown", (event) => {
  const action = KEYS[event.key];
  if (!action || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === " " && event.target instanceof HTMLButtonElement) return; // it presses the button
  event.preventDefault();
  ACTIONS[action]();
});
addEventListener("hashchange", () => go(Number(location.hash.slice(1)) - page.first));

if (page.board) {
  element("board-part").hidden = false;
  element("board").style.gridTemplateColumns = `repeat(${page.board.columns}, auto)`;
}
const asked = Number(location.hash.slice(1));
go(location.hash && Number.isInteger(asked) ? asked - page.first : page.start);
