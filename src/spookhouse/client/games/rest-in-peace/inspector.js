// The inspector: it explains cards, counts and mansions, and offers the choices of a psychic.
import { classes, html, useEffect, useRef } from "../../lib.js";
import { inline } from "../../parts/markdown.js";
import { anchor, requestRule } from "../../parts/wanted-rule.js";
import { Card, GhostBack, GhostCard, levelOf, Portrait, RowCard, Token } from "./art.js";
import { complete } from "./partial-move.js";
import { psychic } from "./psychics.js";
import { account, cardCount, cardName, label, tokenNames } from "./labels.js";
import { fill, WORDS } from "./words.js";

/** @typedef {import("./board.js").BoardContext} BoardContext */

const PICKED_ON_BOARD = new Set(["p11", "p16", "p22", "p28"]); // not in the inspector

// Selectors of what takes the focus when the inspector opens; the first that exists.
const FOCUS_WHILE_READING = [".rip-inspector .rip-play", ".rip-inspector .rip-close"];
const FOCUS_WHILE_CHOOSING = [
  ".rip-choices button",
  ".rip-inspector .rip-play",
  ".rip-played.glow",
  ".rip-mansion.glow",
  ".rip-inspector .rip-close",
];

/** @param {{board: BoardContext}} props */
export const Inspector = ({ board }) => {
  const focus = board.focus ?? board.hovered;
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const node = box.current?.parentElement;
    const selectors = board.chosen.length ? FOCUS_WHILE_CHOOSING : FOCUS_WHILE_READING;
    const first =
      board.focus && selectors.map((each) => node?.querySelector(each)).find((found) => found);
    /** @type {HTMLElement | undefined} */ (first)?.focus({ preventScroll: true });
  }, [board.focus, board.chosen.length]);
  const state = board.focus ? "open" : focus ? "preview" : "idle";
  return html`
    <aside
      class=${classes("rip-inspector", state, board.chosen.length && "choosing")}
      ref=${box}
      aria-label=${WORDS.inspectorTitle}
    >
      ${board.focus
        ? html`
          <button
            class="rip-close"
            onClick=${board.back}
            aria-label=${board.chosen.length ? WORDS.back : WORDS.close}
          >
            ${board.chosen.length ? "‹" : "×"}
          </button>
        `
        : null}
      ${focus ? html`<${Content} board=${board} focus=${focus}/>` : html`<${Idle} board=${board}/>`}
    </aside>
  `;
};

/**
 * The stake of the round, while nothing is inspected.
 * @param {{board: BoardContext}} props
 */
const Idle = ({ board }) => html`
  ${board.view.line[board.round - 1].psychic
    ? html`<h4>${WORDS.stake}</h4><${Mansion} board=${board} round=${board.round}/>`
    : html`<p class="rip-aim">${board.round === 10 ? WORDS.last : WORDS.aim}</p>`}
  <p class="rip-hint">${board.round === 10 ? WORDS.lastAim : WORDS.inspector}</p>
`;

/** @param {{board: BoardContext, focus: any}} props */
const Content = ({ board, focus }) => {
  if (focus.kind === "psychic")
    return html`
      <${Psychic} number=${focus.number}/>
      ${focus.mine && board.focus
        ? html`<${UsePsychic} board=${board} number=${focus.number}/>`
        : null}
      <${FinePrint} key=${focus.number} number=${focus.number}/>
    `;
  if (focus.kind === "mansion") return html`<${Mansion} board=${board} round=${focus.round}/>`;
  if (focus.kind === "pile") return html`<${Deck} board=${board} side=${focus.side}/>`;
  return html`<${PlayedCard} board=${board} focus=${focus}/>`;
};

/**
 * A psychic and its effect in a sentence.
 * @param {{number: number}} props
 */
const Psychic = ({ number }) => {
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
export const FinePrint = ({ number }) => {
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
 * A link to a rule: in the sidebar if there is one, else on the page of the rulebook.
 * @param {string} number
 */
function refer(number) {
  const id = anchor(`RIP ${number}`);
  const openSidebar = (/** @type {MouseEvent} */ event) => {
    if (!document.querySelector(".table .sidebar")) return;
    event.preventDefault();
    requestRule(id);
  };
  return html`
    <a
      class="reference"
      href=${`/rules/rest-in-peace#${id}`}
      target=${document.querySelector(".table") ? "rules" : undefined}
      onClick=${openSidebar}
    >
      ${number}
    </a>
  `;
}

/**
 * The actions of one's own psychic: play it, choose with it, or ask why it cannot be played.
 * @param {{board: BoardContext, number: number}} props
 */
const UsePsychic = ({ board, number }) => {
  const part = `p${number}`;
  if (board.chosen[0] === part)
    return html`<${Choosing} board=${board} stem=${part} number=${number}/>`;
  const move = board.options.get(part);
  const text =
    board.view.phase === "place"
      ? WORDS.place
      : board.view.phase === "tenth"
        ? WORDS.act
        : WORDS.play;
  if (move)
    return html`
      <button class="rip-action rip-play" ...${board.partProps(part)}>${text}</button>
    `;
  if (board.seat === null) return null;
  return html`
    <button class="rip-action rip-play blocked" ...${board.whyProps(part)}>
      ${WORDS.cannot}
    </button>
  `;
};

/**
 * The choice of values, sides and prices; cards and mansions are picked on the board.
 * @param {{board: BoardContext, stem: string, number: number}} props
 */
const Choosing = ({ board, stem, number }) => {
  const done = complete(board.matching, board.picked);
  const first = board.chosen[1];
  const prompt = first
    ? fill(WORDS.second, { first: stem === "p28" ? fill(WORDS.round, { n: first }) : `${first}` })
    : /** @type {any} */ (WORDS.choose)[number];
  return html`
    <div class="rip-choosing">
      <p class="rip-prompt" role="status">${prompt}</p>
      ${done
        ? html`
          <button
            class=${`rip-action ${board.options.size ? "decline" : "rip-play"}`}
            data-move=${done}
            onClick=${() => board.play(done)}
          >
            ${board.options.size ? WORDS.decline[/** @type {16 | 22 | 28} */ (number)] : WORDS.play}
          </button>
        `
        : null}
      ${PICKED_ON_BOARD.has(stem)
        ? null
        : html`
          <div class="rip-choices">
            ${[...board.options.keys()].map((part) => html`
              <button
                key=${part}
                class="rip-choice glow"
                ...${board.partProps(part)}
                ...${board.hint(part)}
                aria-label=${`${optionLabel(board, part)}, ${note(board, number, part)}`}
              >
                <${Option} board=${board} number=${number} part=${part}/>
                <small>${note(board, number, part)}</small>
              </button>
            `)}
          </div>
        `}
    </div>
  `;
};

/**
 * @param {BoardContext} board
 * @param {string} part
 */
const sideName = (board, part) =>
  part === "own" ? WORDS.own : fill(WORDS.opp, { name: board.names[board.above] });

/**
 * Name an option: the whole move if it completes one.
 * @param {BoardContext} board
 * @param {string} part
 */
const optionLabel = (board, part) => {
  const move = board.options.get(part);
  return move ? label(move) : part;
};

/** @param {{board: BoardContext, number: number, part: string}} props */
const Option = ({ board, number, part }) => {
  const side = part === "opp" || number === 17 ? board.above : board.below;
  if (part === "own" || part === "opp")
    return html`<${GhostBack} family=${side}/><b>${sideName(board, part)}</b>`;
  return html`<${GhostCard} family=${side} value=${Number(part)}/>`;
};

/**
 * Say how many cards an option concerns.
 * @param {BoardContext} board
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
 * A card of a row, and how its count comes about.
 * @param {{board: BoardContext, focus: any}} props
 */
const PlayedCard = ({ board, focus }) => {
  const card = board.view.rows[focus.round - 1]?.[focus.side]?.cards[focus.at];
  if (!card) return null;
  const number = card.card?.[0] === "p" ? Number(card.card.slice(1)) : 0;
  return html`
    <div class="rip-account">
      <span class="rip-thumbnail">
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
        <ul>${account(card).map((text) => html`<li key=${text}>${text}</li>`)}</ul>
        ${number ? html`<p class="rip-short">${psychic(number).about}</p>` : null}
      </div>
    </div>
    ${number ? html`<${FinePrint} key=${number} number=${number}/>` : null}
  `;
};

/**
 * A mansion of the line: its tokens, its psychic, and the cards there.
 * @param {{board: BoardContext, round: number}} props
 */
const Mansion = ({ board, round }) => {
  const { view, above, below } = board;
  const place = view.line[round - 1];
  const sides = view.rows[round - 1];
  return html`
    <div class="rip-about-mansion">
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
          <${Psychic} number=${place.psychic}/>
          <${FinePrint} key=${place.psychic} number=${place.psychic}/>
        `
        : place.open
        ? null
        : html`<p>${WORDS.faceDownPsychic}</p>`}
      ${round === 10 || round < view.round
        ? html`
          <${RowElsewhere} board=${board} side=${above} row=${sides[above]}/>
          <${RowElsewhere} board=${board} side=${below} row=${sides[below]}/>
        `
        : null}
    </div>
  `;
};

/**
 * The cards of a row that is not in play.
 * @param {{board: BoardContext, side: number, row: any}} props
 */
const RowElsewhere = ({ board, side, row }) => html`
  <div class="rip-row-elsewhere">
    <b>
      ${board.names[side]}
      ${row.cards.some((/** @type {any} */ card) => card.open === false) ? "" : `: ${row.total}`}
    </b>
    <span class="rip-minis">
      ${row.cards.map((/** @type {any} */ card, /** @type {number} */ at) => html`
        <span key=${at} class=${`rip-mini ${card.open === false ? "down" : ""}`}>
          <${RowCard} card=${card} side=${side} label=${cardName(card.card)}/>
        </span>
      `)}
      ${row.cards.length ? null : html`<i>${WORDS.none}</i>`}
    </span>
  </div>
`;

/**
 * A deck, and the cards that are out of the game.
 * @param {{board: BoardContext, side: number}} props
 */
const Deck = ({ board, side }) => {
  const { view, names } = board;
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
