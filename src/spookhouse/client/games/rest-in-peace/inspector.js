// The place for reading and choosing: what a card says, how its count comes about, and what is
// picked with it.
import { html, useEffect, useRef } from "../../lib.js";
import { inline } from "../../parts/markdown.js";
import { anchor, want } from "../../parts/wanted-rule.js";
import { Card, GhostBack, GhostCard, levelOf, Portrait, Token } from "./art.js";
import { complete } from "./partial-move.js";
import { psychic } from "./psychics.js";
import { account, cardCount, cardName, label, tokenNames } from "./labels.js";
import { fill, WORDS } from "./words.js";

/** @typedef {import("./board.js").Table} Table */

const IN_PLACE = new Set(["p11", "p16", "p22", "p28"]); // picked on the board itself

const FIRST = [
  ".rip-choices button",
  ".rip-reader .rip-go",
  ".rip-played.glow",
  ".rip-mansion.glow",
  ".rip-reader .rip-shut",
]; // where the keyboard goes when it opens

/** @param {{table: Table}} props */
export const Reader = ({ table }) => {
  const focus = table.focus ?? table.glance;
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const board = box.current?.parentElement;
    const places = table.chosen.length ? FIRST : [".rip-reader .rip-go", ".rip-reader .rip-shut"];
    const first =
      table.focus && places.map((what) => board?.querySelector(what)).find((found) => found);
    /** @type {HTMLElement | undefined} */ (first)?.focus({ preventScroll: true });
  }, [table.focus, table.chosen.length]);
  const state = table.focus ? "open" : focus ? "glance" : "idle";
  return html`
    <aside
      class=${`rip-reader ${state} ${table.chosen.length ? "choosing" : ""}`}
      ref=${box}
      aria-label=${WORDS.readerTitle}
    >
      ${table.focus
        ? html`
          <button
            class="rip-shut"
            onClick=${table.back}
            aria-label=${table.chosen.length ? WORDS.back : WORDS.close}
          >
            ${table.chosen.length ? "‹" : "×"}
          </button>
        `
        : null}
      ${focus ? html`<${Page} table=${table} focus=${focus}/>` : html`<${Idle} table=${table}/>`}
    </aside>
  `;
};

/**
 * While nothing is being read: what this round is about.
 * @param {{table: Table}} props
 */
const Idle = ({ table }) => html`
  ${table.view.line[table.round - 1].psychic
    ? html`<h4>${WORDS.stake}</h4><${Place} table=${table} round=${table.round}/>`
    : html`<p class="rip-aim">${table.round === 10 ? WORDS.last : WORDS.aim}</p>`}
  <p class="rip-hint">${table.round === 10 ? WORDS.lastAim : WORDS.reader}</p>
`;

/** @param {{table: Table, focus: any}} props */
const Page = ({ table, focus }) => {
  if (focus.kind === "psychic")
    return html`
      <${About} number=${focus.number}/>
      ${focus.mine && table.focus ? html`<${Use} table=${table} number=${focus.number}/>` : null}
      <${Fine} key=${focus.number} number=${focus.number}/>
    `;
  if (focus.kind === "mansion") return html`<${Place} table=${table} round=${focus.round}/>`;
  if (focus.kind === "pile") return html`<${Piles} table=${table} side=${focus.side}/>`;
  return html`<${Played} table=${table} focus=${focus}/>`;
};

/**
 * A psychic and what it does, in a sentence.
 * @param {{number: number}} props
 */
const About = ({ number }) => {
  const { name, about } = psychic(number);
  return html`
    <div class="rip-about">
      <span class="rip-face"><${Portrait} number=${number}/></span>
      <div class="rip-words">
        <h3><span class="rip-no">${number}</span>${name}</h3>
        <p class="rip-short">${about}</p>
      </div>
    </div>
  `;
};

/**
 * The exact rule of a psychic, folded.
 * @param {{number: number}} props
 */
export const Fine = ({ number }) => {
  const { fine } = psychic(number);
  return fine.length
    ? html`
      <details class="rip-fine">
        <summary>${WORDS.fine} <small>${fill(WORDS.level, { n: levelOf(number) })}</small></summary>
        ${fine.map((text, at) => html`<p key=${at}>${inline(text, refer)}</p>`)}
      </details>
    `
    : null;
};

/**
 * A reference to a rule: it is shown beside the table if there is one, else on its page.
 * @param {string} number
 */
function refer(number) {
  const id = anchor(`RIP ${number}`);
  const beside = (/** @type {MouseEvent} */ event) => {
    if (!document.querySelector(".table .side")) return;
    event.preventDefault();
    want(id);
  };
  return html`
    <a
      class="reference"
      href=${`/rules/rest-in-peace#${id}`}
      target=${document.querySelector(".table") ? "rules" : undefined}
      onClick=${beside}
    >
      ${number}
    </a>
  `;
}

/**
 * What can be done with a psychic of one's own: play it, choose with it, or ask why not.
 * @param {{table: Table, number: number}} props
 */
const Use = ({ table, number }) => {
  const part = `p${number}`;
  if (table.chosen[0] === part)
    return html`<${Choosing} table=${table} stem=${part} number=${number}/>`;
  const move = table.options.get(part);
  const go =
    table.view.phase === "place"
      ? WORDS.place
      : table.view.phase === "tenth"
        ? WORDS.act
        : WORDS.play;
  if (move) return html`<button class="rip-do rip-go" ...${table.target(part)}>${go}</button>`;
  return table.seat === null
    ? null
    : html`<button class="rip-do rip-go shut" ...${table.refuses(part)}>${WORDS.cannot}</button>`;
};

/**
 * Values, sides and prices are picked here; cards and mansions glow where they lie.
 * @param {{table: Table, stem: string, number: number}} props
 */
const Choosing = ({ table, stem, number }) => {
  const done = complete(table.moves, table.picked);
  const first = table.chosen[1];
  const asks = first
    ? fill(WORDS.second, { first: stem === "p28" ? fill(WORDS.round, { n: first }) : `${first}` })
    : /** @type {any} */ (WORDS.choose)[number];
  return html`
    <div class="rip-choosing">
      <p class="rip-prompt" role="status">${asks}</p>
      ${done
        ? html`
          <button
            class=${`rip-do ${table.options.size ? "decline" : "rip-go"}`}
            data-move=${done}
            onClick=${() => table.play(done)}
          >
            ${table.options.size ? WORDS.decline[/** @type {16 | 22 | 28} */ (number)] : WORDS.play}
          </button>
        `
        : null}
      ${IN_PLACE.has(stem)
        ? null
        : html`
          <div class="rip-choices">
            ${[...table.options.keys()].map((part) => html`
              <button
                key=${part}
                class="rip-choice glow"
                ...${table.target(part)}
                ...${table.hint(part)}
                aria-label=${`${told(table, part)}, ${note(table, number, part)}`}
              >
                <${Option} table=${table} number=${number} part=${part}/>
                <small>${note(table, number, part)}</small>
              </button>
            `)}
          </div>
        `}
    </div>
  `;
};

/**
 * @param {Table} table
 * @param {string} part
 */
const sideName = (table, part) =>
  part === "own" ? WORDS.own : fill(WORDS.opp, { name: table.names[table.above] });

/**
 * An option in words: the whole move if it completes one.
 * @param {Table} table
 * @param {string} part
 */
const told = (table, part) => {
  const move = table.options.get(part);
  return move ? label(move) : part;
};

/** @param {{table: Table, number: number, part: string}} props */
const Option = ({ table, number, part }) => {
  const side = part === "opp" || number === 17 ? table.above : table.below;
  if (part === "own" || part === "opp")
    return html`<${GhostBack} family=${side}/><b>${sideName(table, part)}</b>`;
  return html`<${GhostCard} family=${side} value=${Number(part)}/>`;
};

/**
 * What is known about an option: how many cards it touches.
 * @param {Table} table
 * @param {number} number
 * @param {string} part
 */
function note({ view, below, above, rows, names }, number, part) {
  const value = Number(part);
  const among = (/** @type {number} */ side) =>
    rows[side].cards.filter((/** @type {any} */ card) => card.base === value).length;
  const held = (/** @type {string[] | null} */ cards) =>
    (cards ?? []).filter((card) => Number(card) === value).length;
  const side = part === "opp" ? above : below;
  if (number === 19) return cardCount(view.decks[side].size);
  if (number === 20) return cardCount(view.hands[side].size);
  if (number === 2) return fill(WORDS.inDeckCount, { n: held(view.decks[below].contents) });
  if (number === 21) return fill(WORDS.inHandCount, { n: held(view.hands[below].cards) });
  if (number === 18)
    return fill(WORDS.inRow, {
      n: view.rows
        .slice(0, view.round - 1)
        .flatMap((/** @type {any} */ sides) => sides[below].cards)
        .filter((/** @type {any} */ card) => card.card === `g${value}`).length,
    });
  if (number === 25) return fill(WORDS.inHandCount, { n: held(view.hands[below].cards) });
  return fill(WORDS.inRows, { mine: among(below), theirs: among(above), them: names[above] });
}

/**
 * A card of a row and the account of its count.
 * @param {{table: Table, focus: any}} props
 */
const Played = ({ table, focus }) => {
  const card = table.view.rows[focus.round - 1]?.[focus.side]?.cards[focus.at];
  if (!card) return null;
  const number = card.card?.[0] === "p" ? Number(card.card.slice(1)) : 0;
  return html`
    <div class="rip-account">
      <span class="rip-thumb">
        <${Card}
          card=${card.card}
          family=${focus.side}
          named=${card.named}
          as=${card.as}
          debt=${card.debt}
          down=${card.open === false}
        />
      </span>
      <div>
        <h3>
          ${cardName(card.card)}
          <span class="rip-counts">${fill(WORDS.counts, { n: card.counts })}</span>
        </h3>
        <ul>${account(card).map((line) => html`<li key=${line}>${line}</li>`)}</ul>
        ${number ? html`<p class="rip-short">${psychic(number).about}</p>` : null}
      </div>
    </div>
    ${number ? html`<${Fine} key=${number} number=${number}/>` : null}
  `;
};

/**
 * A mansion of the line: what it is, who watches, and what lies there.
 * @param {{table: Table, round: number}} props
 */
const Place = ({ table, round }) => {
  const { view, above, below } = table;
  const place = view.line[round - 1];
  const sides = view.rows[round - 1];
  return html`
    <div class="rip-place">
      <h3>
        ${round === 10 ? WORDS.last : fill(WORDS.round, { n: round })}
        <span class="rip-held">
          ${place.tokens.map((/** @type {string} */ kind) => html`
            <${Token} kind=${kind} label=${tokenNames([kind])}/>
          `)}
        </span>
      </h3>
      ${place.psychic
        ? html`
          <${About} number=${place.psychic}/>
          <${Fine} key=${place.psychic} number=${place.psychic}/>
        `
        : place.open
        ? null
        : html`<p>${WORDS.unseen}</p>`}
      ${round === 10 || round < view.round
        ? html`
          <${Lain} table=${table} side=${above} row=${sides[above]}/>
          <${Lain} table=${table} side=${below} row=${sides[below]}/>
        `
        : null}
    </div>
  `;
};

/**
 * The cards of a row that is not fought for now.
 * @param {{table: Table, side: number, row: any}} props
 */
const Lain = ({ table, side, row }) => html`
  <div class="rip-lain">
    <b>
      ${table.names[side]}
      ${row.cards.some((/** @type {any} */ card) => card.open === false) ? "" : `: ${row.total}`}
    </b>
    <span class="rip-minis">
      ${row.cards.map((/** @type {any} */ card, /** @type {number} */ at) => html`
        <span key=${at} class=${`rip-mini ${card.open === false ? "down" : ""}`}>
          <${Card}
            card=${card.card}
            family=${side}
            named=${card.named}
            as=${card.as}
            debt=${card.debt}
            label=${cardName(card.card)}
          />
        </span>
      `)}
      ${row.cards.length ? null : html`<i>${WORDS.none}</i>`}
    </span>
  </div>
`;

/**
 * A deck, and what is out of the game.
 * @param {{table: Table, side: number}} props
 */
const Piles = ({ table, side }) => {
  const { view, names } = table;
  const deck = view.decks[side];
  const counted = [1, 2, 3, 4, 5, 6].map((value) => [
    value,
    (deck.contents ?? []).filter((/** @type {string} */ card) => Number(card) === value).length,
  ]);
  return html`
    <div class="rip-piles">
      <h3>${fill(WORDS.deckOf, { name: names[side], n: deck.size })}</h3>
      ${deck.top ? html`<p>${fill(WORDS.deckTop, { value: deck.top })}</p>` : null}
      ${deck.contents
        ? html`
          <p>${fill(WORDS.inDeck, { cards: "" })}</p>
          <span class="rip-minis">
            ${counted.map(([value, n]) => html`
              <span class=${`rip-mini ${n ? "" : "down"}`}>
                <${GhostCard} family=${side} value=${value}/>
                <i>×${n}</i>
              </span>
            `)}
          </span>
        `
        : null}
      <p>${WORDS.discardsTitle}</p>
      <span class="rip-minis">
        ${view.discards[side].map((/** @type {string} */ card, /** @type {number} */ at) => html`
          <span key=${at} class="rip-mini">
            <${Card} card=${card} family=${side} label=${cardName(card)}/>
          </span>
        `)}
        ${view.removed.map((/** @type {number} */ number) => html`
          <span key=${`r${number}`} class="rip-mini">
            <${Card} card=${`p${number}`} family=${side} label=${cardName(`p${number}`)}/>
          </span>
        `)}
        ${view.discards[side].length + view.removed.length ? null : html`<i>${WORDS.none}</i>`}
      </span>
    </div>
  `;
};
