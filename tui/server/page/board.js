// The board in front as a page. The server tells what is on it (`tui/draw/web_board.py`); what is tapped goes back as
// the keys that a person would type, and nothing is shown before the server has sent it.
const BoardPage = (() => {
  const byId = (id) => document.getElementById(id);
  const WIDE = matchMedia("(min-width: 700px) and (min-height: 500px)");
  const COVERED_MS = 350; // a question of a key, such as that for a digit, covers the board no longer than this
  const SWIPE = 50; // CSS pixels
  let send = () => {};
  let setting, state, cells, index, hasSums, view, covered;
  let wanted = sessionStorage.view || (WIDE.matches ? "terminal" : "board");
  let isThere = false;
  let asksWhy = false;
  let clockStart = 0;

  const type = (text) => text && send(["stdin", text]);
  const press = (action) => type(setting.keys[action]);
  const word = (name, values = {}) => setting.words[name].replace(/\{(\w+)\}/g, (_, key) => values[key]);
  const escaped = (text) => String(text).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const value = (cell) => state.hidden ? 0 : state.values[cell] || 0;
  const digitsOf = (mask) => setting.types.map((_, at) => at + 1).filter((digit) => (mask >> digit) & 1);
  const inView = (cell, [row, column, rows, columns]) => {
    const [r, c] = cells[cell];
    return r >= row && r < row + rows && c >= column && c < column + columns;
  };

  // what the server tells

  function take(news) {
    clearTimeout(covered);
    if (news === null) {
      covered = setTimeout(() => { isThere = false; show(); }, state ? COVERED_MS : 0);
      return;
    }
    isThere = true;
    if (news.setting) {
      setting = news.setting;
      state = news.state;
      begin();
    } else if (news.changes && state) {
      apply(news.changes);
    }
    if (news !== true) {
      clockStart = performance.now() - 1000 * state.clock[0];
      show();
      if (news.setting || "cursor" in news.changes) follow();
      draw();
    }
    show();
  }

  function apply(changes) {
    for (const [name, now] of Object.entries(changes)) {
      const isMapping = now && typeof now === "object" && !Array.isArray(now);
      if (!isMapping) state[name] = now;
      else for (const [key, entry] of Object.entries(now)) {
        if (entry === null) delete state[name][key];
        else state[name][key] = entry;
      }
    }
  }

  function begin() {
    cells = setting.runs.flatMap(([row, first, count]) => Array.from({ length: count }, (_, at) => [row, first + at]));
    index = new Map(cells.map(([row, column], cell) => [`${row},${column}`, cell]));
    view = undefined;
    asksWhy = false;
    hasSums = setting.shapes.some(([kind, , text]) => kind === "outline" && text);
    for (const id of ["undo", "notes", "hint", "why", "more"]) byId(id).querySelector("span").textContent = word(id);
    for (const [id, action] of Object.entries({ undo: "undo", notes: "notes", hint: "hint", why: "why", clock: "pause" }))
      byId(id).disabled = !setting.keys[action];
    byId("back").ariaLabel = word("back");
    byId("cells").ariaLabel = word("cells");
    byId("unsaved").textContent = word("unsaved");
    byId("title").textContent = setting.title;
    byId("others").querySelector(":scope > button").textContent = word("close");
    byId("others").querySelector("div").replaceChildren(...setting.others.map(([label, keys]) => button(label, () => {
      byId("others").close();
      type(keys);
    })));
    const numbers = setting.types.map((keys, at) => button("", () => digit(at + 1)));
    const erase = button("", () => { asksWhy = false; press("clear"); });
    erase.innerHTML = '<b class="erase">✕</b>';
    erase.ariaLabel = word("erase");
    byId("numbers").replaceChildren(...numbers, erase);
    byId("numbers").style.setProperty("--columns", setting.size < 10 ? 5 : Math.ceil((setting.size + 1) / 3));
    byId("board").classList.toggle("large", setting.size > 9);
    byId("board").classList.toggle("parts", setting.views.length > 1);
    drawMap();
  }

  function button(label, act) {
    const made = document.createElement("button");
    made.textContent = label;
    made.onclick = act;
    return made;
  }

  // which part is seen: that of the cursor

  function follow() {
    const cursor = state.cursor ?? 0;
    if (!view || !inView(cursor, view)) setView(setting.views.find((each) => inView(cursor, each)));
    if (setting.size > 9) // else all of it is seen
      byId("cells").querySelector(`[data-cell="${cursor}"]`).scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  function setView(next) {
    if (next === view) return;
    view = next;
    const [row, column, rows, columns] = view;
    const margin = setting.shapes.some(([kind]) => kind === "outside") ? 1 : 0;
    byId("grid").querySelector("svg").setAttribute(
      "viewBox", [column - margin, row - margin, columns + 2 * margin, rows + 2 * margin].join(" "));
    byId("grid").style.setProperty("--rows", rows + 2 * margin);
    byId("grid").style.setProperty("--columns", columns + 2 * margin);
    byId("grid").style.setProperty("--margin", margin);
    byId("cells").style.gridTemplate = `repeat(${rows}, 1fr) / repeat(${columns}, 1fr)`;
    byId("cells").replaceChildren(...cells.flatMap(([r, c], cell) => {
      if (!inView(cell, view)) return [];
      const made = button("", () => tap(cell));
      made.dataset.cell = cell;
      made.style.gridArea = `${r - row + 1} / ${c - column + 1}`;
      return [made];
    }));
    byId("lines").innerHTML = linesOf();
    byId("rules").innerHTML = setting.shapes.map(shapeOf).join("");
  }

  function goTo(next) {
    // The cursor goes along, to the same place there: digits are for what is seen.
    if (!next || next === view || state.hidden) return;
    const [row, column] = cells[state.cursor ?? 0];
    const [fromRow, fromColumn] = view;
    const target = index.get(`${row - fromRow + next[0]},${column - fromColumn + next[1]}`);
    setView(next);
    draw();
    if (target !== undefined) send(["cell", target]);
  }

  function swipe(right) {
    const middle = ([row, column, rows, columns]) => [row + rows / 2, column + columns / 2];
    const [row, column] = middle(view);
    const far = (each) => Math.hypot(middle(each)[0] - row, middle(each)[1] - column);
    const there = setting.views.filter((each) => (middle(each)[1] - column) * right > 0);
    goTo(there.sort((a, b) => far(a) - far(b))[0]);
  }

  // what is tapped

  function tap(cell) {
    asksWhy = false;
    send(["cell", cell]);
    if (state.first_digit) press("put");
    drawStatus();
  }

  function digit(number) {
    if (asksWhy) {
      asksWhy = false;
      type(setting.keys.why + (number || "") + "\r");
    } else type(setting.types[number - 1]);
    drawStatus();
  }

  function why() {
    if (asksWhy || value(state.cursor)) {
      asksWhy = false;
      type(`${setting.keys.why}${setting.signs[value(state.cursor) - 1] || ""}\r`);
    } else asksWhy = true;
    drawStatus();
  }

  // drawing

  const rect = (cell, kind, inset = 0) => {
    const [row, column] = cells[cell];
    return `<rect class="${kind}" x="${column + inset}" y="${row + inset}" width="${1 - 2 * inset}" height="${1 - 2 * inset}" rx="${inset ? 0.1 : 0}"/>`;
  };
  const written = (x, y, text, kind) => `<text class="${kind}" x="${x}" y="${y}">${escaped(text)}</text>`;
  const seen = (list) => list.filter((cell) => inView(cell, view));

  function noteSteps() {
    const across = Math.ceil(Math.sqrt(setting.size));
    return [across, Math.ceil(setting.size / across)];
  }

  function notePlace(cell, number) {
    const [across, down] = noteSteps();
    const [row, column] = cells[cell];
    const at = number - 1;
    const margin = 0.07;
    const top = hasSums ? 0.25 : margin; // which have the upper edge
    return [column + margin + (1 - 2 * margin) * ((at % across) + 0.5) / across,
      row + top + (1 - margin - top) * (Math.floor(at / across) + 0.5) / down];
  }

  function put(id, text) {
    const group = byId(id);
    if (group.drawn !== text) group.innerHTML = group.drawn = text;
  }

  function draw() {
    byId("board").classList.toggle("hides", state.hidden);
    const cursor = state.cursor;
    const hasCursor = cursor !== null && !state.hidden && inView(cursor, view);
    const order = ["marked", "peer", "same", "premise", "elimination", "placement", "broken", "clash"];
    const shown = Object.keys(state.grounds).sort((a, b) => order.indexOf(a) - order.indexOf(b));
    const isMarked = ["premise", "elimination", "placement", "clash"].some((kind) => (state.grounds[kind] || []).includes(cursor));
    const shared = setting.views.length > 1 ? cells.flatMap((_, cell) =>
      inView(cell, view) && setting.views.some((each) => each !== view && inView(cell, each)) ? [cell] : []) : [];
    put("grounds", seen(cells.map((_, cell) => cell)).map((cell) => rect(cell, "ground")).join("")
      + shared.map((cell) => rect(cell, "shared")).join("")
      + seen(setting.marked).map((cell) => rect(cell, "marked")).join("")
      + shown.flatMap((kind) => seen(state.grounds[kind]).map((cell) => rect(cell, kind))).join("")
      + seen(Object.keys(state.colours).map(Number)).map((cell) => rect(cell, `colour c${state.colours[cell]}`)).join("")
      + seen(state.selected).map((cell) => rect(cell, "selected", 0.06)).join("")
      + (hasCursor && !isMarked ? rect(cursor, "under") : ""));
    put("digits", state.hidden ? "" : seen(cells.map((_, cell) => cell)).map(drawnCell).join(""));
    put("chain", drawnChain());
    put("cursor", hasCursor ? rect(cursor, "cursor", 0.03) : "");
    for (const made of byId("cells").children) {
      const label = spoken(Number(made.dataset.cell));
      if (made.ariaLabel !== label) made.ariaLabel = label;
      made.ariaCurrent = Number(made.dataset.cell) === cursor;
    }
    drawStatus();
  }

  function spoken(cell) {
    const [row, column] = cells[cell];
    const parts = [`r${row + 1}c${column + 1}`];
    if (state.hidden) return parts[0];
    const number = value(cell);
    const noted = (state.notes[cell] || 0) | (state.corners[cell] || 0);
    parts.push(number ? setting.signs[number - 1] : word("empty"));
    if (setting.givens[cell]) parts.push(word("given"));
    else if (!number && noted) parts.push(word("noted", { digits: digitsOf(noted).map((d) => setting.signs[d - 1]).join(" ") }));
    if ((state.grounds.clash || []).includes(cell)) parts.push(word("wrong"));
    return parts.join(", ");
  }

  function drawnCell(cell) {
    const [row, column] = cells[cell];
    const number = value(cell);
    if (number) {
      const clash = (state.grounds.clash || []).includes(cell);
      const kind = setting.givens[cell] ? "given" : state.revealed.includes(cell) ? "revealed" : "player";
      return written(column + 0.5, row + 0.53, setting.signs[number - 1], `digit ${kind}${clash ? " wrong" : ""}`);
    }
    const noted = state.notes[cell] || 0;
    const corners = state.corners[cell] || 0;
    const mark = {};
    for (const [kind, list] of Object.entries(state.signs))
      for (let at = 0; at < list.length; at += 2) if (list[at] === cell) mark[list[at + 1]] = kind;
    const isTinted = state.colours[cell]
      || Object.entries(state.grounds).some(([kind, list]) => kind !== "peer" && list.includes(cell));
    const tints = state.tints[cell] || [];
    const tint = {};
    for (let at = 0; at < tints.length; at += 2) tint[tints[at]] = tints[at + 1];
    return digitsOf(noted | corners | Object.keys(mark).reduce((all, digit) => all | (1 << digit), 0)).map((digit) => {
      const [x, y] = notePlace(cell, digit);
      const size = 0.92 / noteSteps()[0];
      const ground = mark[digit] || (tint[digit] && `colour c${tint[digit]}`)
        || (state.digits.includes(digit) && "same");
      const under = ground
        ? `<rect class="${ground}" x="${x - size / 2}" y="${y - size / 2}" width="${size}" height="${size}" rx="0.06"/>` : "";
      const kind = `note${mark[digit] ? " on" : isTinted ? " over" : ""}${(corners >> digit) & 1 ? " corner" : ""}`;
      return under + written(x, y + 0.01, setting.signs[digit - 1], kind);
    }).join("");
  }

  function drawnChain() {
    const middle = (node) => {
      const places = [];
      for (let at = 0; at < node.length; at += 2) places.push(notePlace(node[at], node[at + 1]));
      return places.reduce(([x, y], [a, b]) => [x + a / places.length, y + b / places.length], [0, 0]);
    };
    return state.chain.slice(1).map((node, at) => {
      const [x, y] = middle(state.chain[at]);
      const [u, v] = middle(node);
      return `<path class="${at % 2 ? "weak" : "strong"}" d="M${x} ${y}L${u} ${v}"/>`;
    }).join("");
  }

  function linesOf() {
    const area = (row, column) => {
      const cell = index.get(`${row},${column}`);
      return cell === undefined ? undefined : setting.boxes[cell];
    };
    const [row, column, rows, columns] = view;
    const thin = [], thick = [];
    for (let r = row; r <= row + rows; r++) for (let c = column; c <= column + columns; c++) {
      const here = area(r, c), above = area(r - 1, c), left = area(r, c - 1);
      const isIn = (a, b) => a >= row && a < row + rows && b >= column && b < column + columns;
      if (c < column + columns && (isIn(r, c) || isIn(r - 1, c)) && (here !== undefined || above !== undefined))
        (here === above ? thin : thick).push(`M${c} ${r}h1`);
      if (r < row + rows && (isIn(r, c) || isIn(r, c - 1)) && (here !== undefined || left !== undefined))
        (here === left ? thin : thick).push(`M${c} ${r}v1`);
    }
    return `<path class="thin" d="${thin.join("")}"/><path class="thick" d="${thick.join("")}"/>`;
  }

  function shapeOf([kind, list, text, style]) {
    if (!list.some((cell) => inView(cell, view))) return "";
    const place = (cell) => [cells[cell][1] + 0.5, cells[cell][0] + 0.5];
    const [x, y] = place(list[0]);
    if (kind === "outline") {
      const inside = new Set(list.map((cell) => cells[cell].join()));
      const has = (row, column) => inside.has(`${row},${column}`);
      const near = 0.07;
      const edges = list.map((cell) => {
        const [row, column] = cells[cell];
        const left = column + near * !has(row, column - 1), right = column + 1 - near * !has(row, column + 1);
        const top = row + near * !has(row - 1, column), foot = row + 1 - near * !has(row + 1, column);
        return (has(row - 1, column) ? "" : `M${left} ${row + near}H${right}`)
          + (has(row + 1, column) ? "" : `M${left} ${row + 1 - near}H${right}`)
          + (has(row, column - 1) ? "" : `M${column + near} ${top}V${foot}`)
          + (has(row, column + 1) ? "" : `M${column + 1 - near} ${top}V${foot}`);
      });
      return `<path class="cage" d="${edges.join("")}"/>${text && written(x - 0.42, y - 0.36, text, "sum")}`;
    }
    if (kind === "path") {
      const way = list.map((cell, at) => `${at ? "L" : "M"}${place(cell).join(" ")}`).join("");
      const ends = list.map((cell, at) => {
        const [u, v] = place(cell);
        if (text[at] === "o") return `<circle class="${style}" cx="${u}" cy="${v}" r="0.36"/>`;
        if (text[at] !== ">" || !at) return "";
        const [a, b] = place(list[at - 1]);
        const turn = (Math.atan2(v - b, u - a) * 180) / Math.PI;
        return `<path class="${style} head" d="M-.2 -.2L.1 0L-.2 .2" transform="translate(${u} ${v}) rotate(${turn})"/>`;
      });
      return `<path class="path ${style}" d="${way}"/>${ends.join("")}`;
    }
    if (kind === "outside") {
      const [u, v] = place(list[1] ?? list[0]);
      return written(x - Math.sign(u - x) * 0.9, y - Math.sign(v - y) * 0.9, text, "clue");
    }
    if (kind === "cell") return written(x + 0.36, y - 0.36, text, "sum mark");
    const [u, v] = list.map(place).reduce(([a, b], [c, d]) => [a + c / list.length, b + d / list.length], [0, 0]);
    return `<circle class="dot ${text === "●" ? "full" : ""}" cx="${u}" cy="${v}" r="${text.length > 1 ? 0.24 : 0.15}"/>`
      + ("○●".includes(text) ? "" : written(u, v, text, "dot"));
  }

  function drawStatus() {
    const [name, text, again, ...level] = state.hint || ["", "", "", "", ""];
    const message = asksWhy ? [word("why_which"), "accent"] : state.message;
    byId("message").className = state.hint && !asksWhy ? "card" : message[1];
    write(byId("message").querySelector("b"), state.hint && !asksWhy ? name : "");
    chip(byId("message").querySelector(".chip"), asksWhy ? ["", ""] : level);
    write(byId("message").querySelector("p"), state.hint && !asksWhy ? text : message[0]);
    byId("hint").querySelector("span").textContent = again || word("hint");
    byId("hint").classList.toggle("on", Boolean(again));
    byId("notes").ariaPressed = state.noting;
    byId("notes").querySelector("span").textContent = word(state.corner ? "corner" : "notes");
    byId("why").ariaPressed = asksWhy;
    byId("unsaved").hidden = !state.unsaved;
    chip(byId("level"), state.solved ? ["easy", word("solved")] : state.level);
    const noted = (state.notes[state.cursor] || 0) | (state.corners[state.cursor] || 0);
    [...byId("numbers").children].forEach((key, at) => {
      if (at === setting.size) return;
      const left = state.left[at], sign = setting.signs[at];
      const isOpen = state.asks || asksWhy || (left && (!noted || value(state.cursor) || (noted >> (at + 1)) & 1));
      const content = `<b>${escaped(sign)}</b><small>${escaped(left ? word("left", { count: left }) : "✓")}</small>`;
      if (key.drawn !== content) key.innerHTML = key.drawn = content;
      key.classList.toggle("faint", !isOpen);
      key.classList.toggle("on", state.first_digit === at + 1);
    });
    const parts = setting.views.length > 1;
    const open = (list) => list.filter((cell) => !value(cell)).length;
    const inThis = cells.map((_, cell) => cell).filter((cell) => inView(cell, view));
    const all = state.hidden ? 0 : open(cells.map((_, cell) => cell));
    const here = state.hidden ? 0 : open(inThis);
    byId("place").querySelector("b").textContent = parts
      ? word("grid", { number: setting.views.indexOf(view) + 1, count: setting.views.length }) : "";
    byId("place").querySelector("small").textContent = parts ? word("other_grid") : `${setting.label}  ${state.facts}`;
    byId("count").querySelector("b").textContent = word("left", { count: here });
    byId("count").querySelector("progress").max = inThis.length;
    byId("count").querySelector("progress").value = inThis.length - here;
    byId("count").querySelector("small").textContent = parts ? word("in_all", { count: all }) : "";
    byId("count").hidden = state.hidden;
    byId("map").hidden = !parts;
    if (parts) colourMap();
    tick();
  }

  function write(made, text) { // what stays is not read out again
    if (made.textContent !== text) made.textContent = text;
  }

  function chip(made, [level, title]) {
    made.hidden = !title;
    write(made, title);
    made.className = `chip ${level}`;
  }

  function tick() {
    if (!state) return;
    const [seconds, runs] = state.clock;
    const now = runs ? Math.floor((performance.now() - clockStart) / 1000) : seconds;
    const two = (number) => String(number).padStart(2, "0");
    const text = `${now < 3600 ? "" : `${Math.floor(now / 3600)}:`}${two(Math.floor(now / 60) % 60)}:${two(now % 60)}`;
    const label = state.hidden ? `▶ ${word("resume")}` : text;
    if (byId("clock").textContent !== label) byId("clock").textContent = label;
  }

  // the map: a square a cell, and over each grid a button

  function drawMap() {
    const rows = 1 + Math.max(...cells.map(([row]) => row)), columns = 1 + Math.max(...cells.map(([, column]) => column));
    const made = cells.map(([row, column]) => `<rect x="${column + 0.1}" y="${row + 0.1}" width="0.8" height="0.8"/>`);
    byId("map").style.setProperty("--rows", rows);
    byId("map").style.setProperty("--columns", columns);
    byId("map").innerHTML = `<svg viewBox="0 0 ${columns} ${rows}" aria-hidden="true">${made.join("")}</svg>`;
    byId("map").append(...setting.views.map((each, at) => {
      const to = button("", () => goTo(each));
      to.ariaLabel = word("grid", { number: at + 1, count: setting.views.length });
      ["top", "left", "height", "width"].forEach((side, place) =>
        to.style.setProperty(side, `${(100 * each[place]) / (place % 2 ? columns : rows)}%`));
      return to;
    }));
  }

  function colourMap() {
    const squares = byId("map").querySelectorAll("rect");
    const broken = new Set(state.grounds.clash || []);
    cells.forEach((_, cell) => {
      const kind = `${inView(cell, view) ? "here" : ""} ${value(cell) ? "full" : ""} ${broken.has(cell) ? "wrong" : ""}`;
      if (squares[cell].getAttribute("class") !== kind) squares[cell].setAttribute("class", kind);
    });
    byId("map").querySelectorAll("button").forEach((to, at) => { to.ariaCurrent = setting.views[at] === view; });
  }

  // which view there is

  function show() {
    const isBoard = isThere && wanted === "board" && Boolean(state);
    byId("board").hidden = !isBoard;
    byId("to-board").hidden = !isThere || wanted === "board";
    document.body.classList.toggle("-board", isBoard);
    if (!isBoard && byId("others").open) byId("others").close();
  }

  function choose(name) {
    wanted = sessionStorage.view = name;
    send(["view", wanted]);
    show();
  }

  byId("back").onclick = () => press("back");
  byId("clock").onclick = () => press("pause");
  byId("undo").onclick = () => press("undo");
  byId("notes").onclick = () => press("notes");
  byId("hint").onclick = () => { asksWhy = false; press("hint"); };
  byId("why").onclick = why;
  byId("more").onclick = () => byId("others").showModal();
  byId("others").querySelector(":scope > button").onclick = () => byId("others").close();
  byId("others").onclick = (event) => event.target === byId("others") && byId("others").close();
  byId("to-terminal").onclick = () => choose("terminal");
  byId("to-board").onclick = () => choose("board");
  let start;
  byId("grid").addEventListener("pointerdown", (event) => { start = [event.clientX, event.clientY]; });
  byId("grid").addEventListener("pointerup", (event) => {
    if (!start || !state || setting.views.length < 2) return;
    const [x, y] = [event.clientX - start[0], event.clientY - start[1]];
    start = undefined;
    if (Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)) swipe(-Math.sign(x));
  });
  setInterval(() => byId("board").hidden || tick(), 1000);

  return {
    take,
    // The page is connected, and sends messages by `sending`.
    connected(sending) {
      send = sending;
      send(["view", wanted]);
    },
  };
})();
