/** The plain page of the house: open a table, take a seat, and play any game by its list of legal moves. It holds no rule. */

import { hex, sha256 } from "/static/sha256.js";

const main = document.getElementById("main");
const problem = document.getElementById("problem");
let me = { guest: "", name: "" };

/** An element with attributes and children; text is always text. */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

const button = (text, act) => make("button", { type: "button", onclick: act }, text);
const section = (title, ...children) => make("section", {}, make("h2", {}, title), ...children);

function complain(text) {
  problem.textContent = text || "";
}

async function fetchJson(path, body) {
  const options = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const found = await (await fetch(path, options)).json();
  if (!found.ok) throw new Error(found.message);
  return found;
}

// === THE DOOR ===

async function showDoor() {
  const [{ games }, { open, yours }] = await Promise.all([fetchJson("/api/games"), fetchJson("/api/tables")]);
  main.replaceChildren(
    section("Your games", yours.length ? make("ul", {}, yours.map(row)) : make("p", {}, "None yet.")),
    section("Open a table", make("div", {}, games.map(gameForm))),
    section("Tables that wait for people", open.length ? make("ul", {}, open.map(row)) : make("p", {}, "None just now.")),
  );
  const busy = document.activeElement?.closest("form");
  if (!busy && games.some((game) => game.compiled !== "ready")) setTimeout(showDoor, 1500);
}

const row = (found) => make("li", {}, make("a", { href: `/t/${found.table}` }, `${found.game}, ${found.phase}`));

function gameForm(game) {
  const inputs = game.options.map((option) => [option, optionInput(option)]);
  const open = make("input", { type: "checkbox" });
  const submit = async (event) => {
    event.preventDefault();
    try {
      const options = Object.fromEntries(inputs.filter(([, input]) => input.value !== "").map(([option, input]) => [option.name, read(input.value)]));
      const { table } = await fetchJson("/api/tables", { game: game.name, options, public: open.checked });
      location.href = `/t/${table}`;
    } catch (error) {
      complain(error.message);
    }
  };
  const labels = inputs.map(([option, input]) => make("label", { title: option.about }, option.name, input));
  return make("form", { onsubmit: submit }, make("p", {}, make("b", {}, game.title), ` ${game.about}`, game.compiled === "ready" ? null : make("i", {}, ` Its ghosts are waking: ${game.compiled}.`)), labels, make("label", {}, open, "open to all"), make("button", {}, `Open a table of ${game.title}`));
}

function optionInput(option) {
  if (option.choices) return make("select", {}, option.choices.map((value) => make("option", { selected: value === option.default, value: JSON.stringify(value) }, String(value))));
  return make("input", { value: option.default === null ? "" : JSON.stringify(option.default), size: 6, title: option.allowed });
}

function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

// === THE LINE TO THE HOUSE ===

class Line {
  constructor(told) {
    this.told = told;
    this.asked = new Map();
    this.next = 1;
    this.open();
  }

  open() {
    this.socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
    this.socket.onmessage = ({ data }) => this.hear(JSON.parse(data));
    this.socket.onopen = () => this.told({ tell: "connected" });
    this.socket.onclose = () => {
      this.told({ tell: "lost" });
      setTimeout(() => this.open(), 1000);
    };
  }

  hear(message) {
    if (!("re" in message)) return this.told(message);
    const waiting = this.asked.get(message.re);
    this.asked.delete(message.re);
    if (waiting) message.ok ? waiting[0](message) : waiting[1](Object.assign(new Error(message.message), message));
    else if (!message.ok) complain(message.message);
  }

  ask(what, details = {}) {
    const id = this.next++;
    this.socket.send(JSON.stringify({ ask: what, id, ...details }));
    return new Promise((resolve, reject) => this.asked.set(id, [resolve, reject]));
  }
}

// === A TABLE ===

class TablePage {
  constructor(name) {
    this.name = name;
    this.seat = null;
    this.log = [];
    this.line = new Line((message) => this.hear(message));
  }

  async hear(message) {
    if (message.tell === "connected") return this.watch(this.seat);
    if (message.tell === "lost") return complain("The line is dead. Trying again…");
    if (message.tell === "closing") return complain("The house is closing for a moment. Stay: it comes back.");
    if (message.tell === "private") return complain("This table is played without spectators.");
    if (message.was !== this.version) return this.watch(this.seat);
    this.version = message.version;
    this.table = change(this.table, message.table);
    this.game = "all" in message.game ? message.game.all : { ...message.game, view: change(this.game.view, message.game.view) };
    this.log.push(...message.events.map((event) => event.text).filter(Boolean));
    this.follow();
  }

  async watch(seat) {
    try {
      const found = await this.line.ask("watch", { table: this.name, seat });
      Object.assign(this, { seat, table: found.table, game: found.game, version: found.version });
      complain("");
      this.follow();
    } catch (error) {
      complain(error.message);
    }
  }

  mine() {
    return this.table.seats.filter((seat) => seat.guest === me.guest).map((seat) => seat.seat);
  }

  /** Take one's own seat's view, show pledged bytes when the deal is made, and draw. */
  follow() {
    const mine = this.mine();
    if (!mine.includes(this.seat)) this.seat = null; // given up: the house shows what spectators see
    if (this.seat === null && mine.length) return this.watch(mine[0]);
    if (this.table.phase === "showing") {
      for (const seat of mine) if (!this.table.seats[seat].shown) this.do({ do: "show", seat, bytes: this.bytes(seat) });
    }
    this.draw();
  }

  /** The bytes that this device drew for a seat; kept until they are shown. */
  bytes(seat, fresh = false) {
    const place = `deal ${this.name} ${seat}`;
    if (fresh || !localStorage.getItem(place)) localStorage.setItem(place, hex(crypto.getRandomValues(new Uint8Array(32))));
    return localStorage.getItem(place);
  }

  async do(command) {
    try {
      complain("");
      await this.line.ask("do", { table: this.name, command: { key: hex(crypto.getRandomValues(new Uint8Array(8))), ...command } });
    } catch (error) {
      complain((error.rule ? `${error.rule}: ` : "") + error.message.replace(`${error.rule}: `, ""));
    }
  }

  sit(seat) {
    const bytes = Uint8Array.from(this.bytes(seat, true).match(/../g), (pair) => parseInt(pair, 16));
    return this.do({ do: "sit", seat, pledge: sha256(bytes) });
  }

  draw() {
    const { table, game } = this;
    const parts = [
      section(`${table.game}, ${table.phase}`, this.seats(), this.around()),
      game?.owed ? this.moves(game.owed) : null,
      this.log.length ? section("What happened", make("ol", { class: "log" }, this.log.slice(-60).map((line) => make("li", {}, line)))) : null,
      game ? section(game.seat === null ? "The table" : `The table, from seat ${game.seat}`, make("pre", {}, show(game.view))) : null,
    ];
    main.replaceChildren(...parts.filter(Boolean)); // a part that is missing would be written out as text
    main.querySelector(".log")?.lastElementChild?.scrollIntoView({ block: "nearest" });
  }

  seats() {
    return make("ul", {}, this.table.seats.map((seat) => this.seatLine(seat)));
  }

  seatLine(seat) {
    const { table } = this;
    const owns = table.owner === me.guest && table.phase === "lobby";
    const who = seat.kind === "open" ? "open" : `${seat.name}${seat.kind === "bot" ? " (bot)" : ""}${seat.guest === me.guest ? " (you)" : ""}${seat.played_by_bot ? `, a bot plays: ${seat.played_by_bot}` : ""}`;
    const line = make("li", { class: table.waiting.includes(seat.seat) ? "waiting" : "" }, `Seat ${seat.seat}: ${who} `);
    if (seat.kind === "open" && table.phase === "lobby") line.append(button("Sit here", () => this.sit(seat.seat)));
    if (seat.kind === "open" && owns) line.append(button("Seat a bot", () => this.do({ do: "add-bot", seat: seat.seat, level: "creak" })));
    if (seat.kind !== "open" && owns) line.append(button("Remove", () => this.do({ do: "remove", seat: seat.seat })));
    if (seat.guest === me.guest && seat.seat !== this.seat) line.append(button("Look from here", () => this.watch(seat.seat)));
    if (seat.guest === me.guest && seat.played_by_bot && table.phase === "playing") line.append(button("I am back", () => this.do({ do: "back", seat: seat.seat })));
    return line;
  }

  around() {
    const { table, seat, game } = this;
    const parts = [];
    if (table.phase === "lobby") parts.push(make("p", {}, "Invite: ", make("code", {}, location.href)));
    if (table.phase === "lobby" && table.owner === me.guest) parts.push(button("Start", () => this.do({ do: "start" })));
    if (table.phase === "playing" && seat !== null) {
      if (game?.undo) parts.push(button(game.undo === "free" ? "Undo" : "Ask for an undo", () => this.do({ do: "undo", seat })));
      if (table.asks_undo !== null && table.asks_undo !== seat) parts.push(button("Agree to undo", () => this.do({ do: "answer", agree: true })), button("No undo", () => this.do({ do: "answer", agree: false })));
      if (game?.owed && table.hints) parts.push(button("Hint", () => this.hint()));
      parts.push(button("Let a bot play", () => this.do({ do: "away", seat })), button("Resign", () => this.do({ do: "resign", seat })));
    }
    if (table.outcome) {
      parts.push(make("p", {}, `The end: ${table.outcome.reason}. Ranks: ${table.outcome.ranks.join(", ")}. `, make("a", { href: `/api/tables/${table.table}/record` }, "The record")));
      parts.push(table.rematch ? make("a", { href: `/t/${table.rematch}` }, "To the rematch") : button("Rematch", () => this.do({ do: "rematch" })));
    }
    return make("div", {}, parts);
  }

  moves(owed) {
    const why = make("input", { placeholder: "why not …?", "aria-label": "A move to ask about" });
    const ask = async (event) => {
      event.preventDefault();
      const found = await this.line.ask("why", { table: this.name, seat: this.seat, move: why.value });
      complain(found.legal ? `${why.value} is a legal move.` : `${found.why.rule ? `${found.why.rule}: ` : ""}${found.why.reason}`);
    };
    return section(
      "Your move",
      make("div", { class: "moves" }, owed.moves.map((move) => button(move, () => this.do({ do: "move", seat: this.seat, version: owed.version, move })))),
      make("form", { onsubmit: ask }, why, make("button", {}, "Ask")),
    );
  }

  async hint() {
    const { move } = await this.line.ask("hint", { table: this.name, seat: this.seat });
    complain(`A sensible guest would play ${move}.`);
  }
}

/** @returns the old value with what changed */
function change(old, changes) {
  if ("all" in changes) return changes.all;
  const made = { ...old, ...changes.set };
  for (const key of changes.gone ?? []) delete made[key];
  return made;
}

/** A view as readable lines. */
function show(view) {
  return Object.entries(view)
    .filter(([key]) => !["game", "options"].includes(key))
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
    .join("\n");
}

// === WHO I AM ===

function showMe() {
  const rename = async () => {
    const name = prompt("What shall we call you?", me.name);
    if (name) {
      me = await fetchJson("/api/me", { name });
      showMe();
    }
  };
  const move = async () => complain(`Open this on the other device within ten minutes: ${(await fetchJson("/api/me/link", {})).link}`);
  document.getElementById("me").replaceChildren(`${me.name} `, button("Rename", rename), button("Use another device", move));
}

try {
  me = await fetchJson("/api/me");
  showMe();
  const found = location.pathname.match(/^\/t\/([\w-]+)$/);
  if (found) new TablePage(found[1]);
  else await showDoor();
} catch (error) {
  complain(error.message);
}
