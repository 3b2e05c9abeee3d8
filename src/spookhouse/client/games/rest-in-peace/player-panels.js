// What each player has: mansions won, hand, deck, psychics, and restrictions of this round.
import { classes, html } from "../../lib.js";
import { Mark } from "../../art/shapes.js";
import { PlayerName } from "../../parts/players.js";
import { GhostBack, GhostCard, PsychicCard, Socket, Token } from "./art.js";
import { psychic } from "./psychics.js";
import { sentence, valueNames } from "./labels.js";
import { fill, WORDS } from "./words.js";

/** @typedef {import("./board.js").BoardContext} BoardContext */

/**
 * The name of a player, and what the player has.
 * @param {{board: BoardContext, side: number}} props
 */
export const PlayerPanel = ({ board, side }) => {
  const { view } = board;
  const active = view.phase !== "over" && view.turn === side;
  return html`
    <div class=${`rip-player ${active ? "active" : ""}`}>
      <span class="rip-name">
        <${Mark} seat=${side} size=${18}/>
        <b><${PlayerName} player=${board.players[side]}/></b>
      </span>
      <${Won} board=${board} side=${side}/>
      ${side === board.above || board.seat === null
        ? html`<${OtherHand} board=${board} side=${side}/>`
        : null}
      <${Deck} board=${board} side=${side}/>
      ${view.bound[side].length ? html`<${Restrictions} board=${board} side=${side}/>` : null}
    </div>
  `;
};

/**
 * The mansions won, and the outlines of those missing in a set.
 * @param {{board: BoardContext, side: number}} props
 */
const Won = ({ board, side }) => {
  const { manor, castle } = board.view.tokens[side];
  const set = (
    /** @type {string} */ kind,
    /** @type {number} */ owned,
    /** @type {number} */ needed,
  ) => html`
    <span
      class=${`rip-set ${owned >= needed ? "full" : ""}`}
      role="img"
      aria-label=${fill(kind === "manor" ? WORDS.manorsOf : WORDS.castlesOf, { n: owned })}
    >
      ${Array.from({ length: Math.max(owned, needed) }, (_, at) =>
        at < owned ? html`<${Token} kind=${kind}/>` : html`<${Socket} kind=${kind}/>`,
      )}
    </span>
  `;
  return html`
    <span class="rip-won" data-place=${`tokens:${side}`}>
      ${set("manor", manor, 4)}
      ${set("castle", castle, 3)}
    </span>
  `;
};

/**
 * The deck; the inspector also shows the cards that are out of the game.
 * @param {{board: BoardContext, side: number}} props
 */
const Deck = ({ board, side }) => {
  const deck = board.view.decks[side];
  const focus = { kind: "pile", side };
  const top = deck.top ? `, ${fill(WORDS.deckTop, { value: deck.top })}` : "";
  return html`
    <button
      class="rip-deck"
      data-place=${`deck:${side}`}
      onClick=${() => board.inspect(focus)}
      ...${board.hoverProps(focus)}
      aria-label=${fill(WORDS.deckOf, { name: board.names[side], n: deck.size }) + top}
    >
      <span class="rip-top">
        ${deck.top
          ? html`<${GhostCard} family=${side} value=${Number(deck.top)}/>`
          : html`<${GhostBack} family=${side}/>`}
      </span>
      <b>${deck.size}</b>
    </button>
  `;
};

/** @param {{board: BoardContext, side: number}} props */
const Restrictions = ({ board, side }) => html`
  <ul class="rip-bonds">
    ${board.view.bound[side].map((/** @type {number} */ number) => {
      const { short, long } = /** @type {any} */ (WORDS.bound)[number];
      const values = valueNames(board.view.banned);
      const few = board.view.banned.join(", ");
      const focus = { kind: "psychic", number };
      return html`
        <li key=${number}>
          <button
            class="rip-bond"
            onClick=${() => board.inspect(focus)}
            ...${board.hoverProps(focus)}
            aria-label=${fill(long, { values })}
            title=${fill(long, { values })}
          >
            ${fill(short, { values: few })}
          </button>
        </li>
      `;
    })}
  </ul>
`;

/**
 * The hand of the other player: backs, and the cards that are known.
 * @param {{board: BoardContext, side: number}} props
 */
const OtherHand = ({ board, side }) => {
  const hand = board.view.hands[side];
  const unknown = Math.max(0, hand.size - hand.cards.length);
  const label = hand.cards.length
    ? fill(WORDS.known, { n: hand.size, cards: hand.cards.join(" ") })
    : fill(WORDS.handOf, { name: board.names[side], n: hand.size });
  return html`
    <div
      class=${`rip-other ${hand.seen ? "seen" : ""}`}
      role="img"
      aria-label=${`${label}${hand.seen ? ` ${WORDS.seen}` : ""}`}
      data-place=${`hand:${side}`}
    >
      ${hand.cards.map((/** @type {string} */ value, /** @type {number} */ at) => html`
        <span key=${`k${at}`} class="known">
          <${GhostCard} family=${side} value=${Number(value)}/>
        </span>
      `)}
      ${Array.from({ length: unknown }, (_, at) => html`
        <span key=${`u${at}`}><${GhostBack} family=${side}/></span>
      `)}
      ${hand.size ? null : html`<i>${WORDS.none}</i>`}
    </div>
  `;
};

/**
 * Your hand: a stack for each value.
 * @param {{board: BoardContext, side: number}} props
 */
export const Hand = ({ board, side }) => {
  const cards = board.view.hands[side].cards;
  const values = [...new Set(cards)].map(Number);
  return html`
    <div
      class=${`rip-hand ${board.legal.includes("trip") ? "tripped" : ""}`}
      role="group"
      aria-label=${fill(WORDS.handOf, { name: board.names[side], n: cards.length })}
      data-place=${`hand:${side}`}
    >
      ${values.map((value) => html`
        <${Stack}
          key=${value}
          board=${board}
          side=${side}
          value=${value}
          many=${cards.filter((/** @type {string} */ card) => Number(card) === value).length}
        />
      `)}
      ${values.length ? null : html`<p class="rip-none">${WORDS.handEmpty}</p>`}
    </div>
  `;
};

/** @param {{board: BoardContext, side: number, value: number, many: number}} props */
const Stack = ({ board, side, value, many }) => {
  const part = `g${value}`;
  const asValue = board.picksValues && board.options.has(String(value));
  const open = asValue || (!board.chosen.length && board.startable(part));
  const banned = board.view.banned.includes(value);
  const known = board.view.hands[side].known.filter(
    (/** @type {string} */ card) => Number(card) === value,
  ).length;
  const name = many > 1 ? `${many} × ${value}` : String(value);
  return html`
    <button
      class=${`rip-stack ${open ? "glow" : "blocked"}`}
      ...${board.hint(part)}
      data-place=${`hand:${side}:${value}`}
      aria-label=${fill(open ? WORDS.ghostPlayable : WORDS.ghostNot, { value: name }) +
        (banned ? `, ${WORDS.banned}` : "")}
      ...${open
        ? board.partProps(asValue ? String(value) : part)
        : board.chosen.length
          ? { onClick: board.back }
          : board.whyProps(part)}
    >
      ${Array.from({ length: Math.min(many, 4) }, (_, at) => html`
        <span key=${at} class=${`rip-leaf leaf-${at}`}>
          <${GhostCard} family=${side} value=${value}/>
        </span>
      `)}
      ${many > 1 ? html`<span class="rip-many">×${many}</span>` : null}
      ${banned ? html`<span class="rip-ban">${WORDS.banned}</span>` : null}
      ${known
        ? html`
          <span
            class="rip-eye"
            title=${fill(WORDS.knownOfYou, { name: board.names[1 - side], cards: value })}
          >
            ◉
          </span>
        `
        : null}
    </button>
  `;
};

/**
 * The psychics that can still be played.
 * @param {{board: BoardContext, side: number}} props
 */
export const Reserve = ({ board, side }) => {
  const mine = side === board.below && board.seat !== null;
  const numbers = board.view.reserves[side];
  return html`
    <ul class="rip-reserve" aria-label=${WORDS.reserve} data-place=${`reserve:${side}`}>
      ${numbers.map((/** @type {number} */ number) => html`
        <li key=${number}><${ReservePsychic} board=${board} number=${number} mine=${mine}/></li>
      `)}
      ${numbers.length
        ? null
        : html`
          <li class="rip-none">
            ${side === board.below && board.seat !== null && board.round < 4
              ? WORDS.reserveEmpty
              : ""}
          </li>
        `}
    </ul>
  `;
};

/** @param {{board: BoardContext, number: number, mine: boolean}} props */
const ReservePsychic = ({ board, number, mine }) => {
  const part = `p${number}`;
  const open = mine && board.startable(part);
  const focus = { kind: "psychic", number, mine };
  const taken =
    board.chosen[0] === part ||
    (mine && board.focus?.kind === "psychic" && board.focus.number === number);
  const { name, about } = psychic(number);
  return html`
    <button
      class=${classes(
        "rip-waiting",
        open ? "glow" : mine && board.yourTurn && "blocked",
        taken && "taken",
      )}
      ...${mine ? board.hint(part) : {}}
      aria-label=${`${sentence(name)} ${about}${open ? ` ${WORDS.playable}.` : ""}`}
      aria-expanded=${taken}
      onClick=${() => (mine ? board.openPsychic(part) : board.inspect(focus))}
      ...${board.hoverProps(focus)}
    >
      <span class="rip-piece" data-piece=${`psychic ${number}`}>
        <${PsychicCard} number=${number}/>
      </span>
    </button>
  `;
};
