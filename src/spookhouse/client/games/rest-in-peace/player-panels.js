// What each player has: mansions won, hand, deck, psychics, and what binds them this round.
import { classes, html } from "../../lib.js";
import { Mark } from "../../art/shapes.js";
import { GhostBack, GhostCard, PsychicCard, Socket, Token } from "./art.js";
import { psychic } from "./psychics.js";
import { sentence, valueNames } from "./labels.js";
import { fill, WORDS } from "./words.js";

/** @typedef {import("./board.js").Table} Table */

/**
 * Who sits here and what they own.
 * @param {{table: Table, side: number}} props
 */
export const Plate = ({ table, side }) => {
  const { view, names } = table;
  const active = view.phase !== "over" && view.turn === side;
  return html`
    <div class=${`rip-plate ${active ? "active" : ""}`}>
      <span class="rip-name"><${Mark} seat=${side} size=${18}/><b>${names[side]}</b></span>
      <${Won} table=${table} side=${side}/>
      ${side === table.above || table.seat === null
        ? html`<${OtherHand} table=${table} side=${side}/>`
        : null}
      <${Deck} table=${table} side=${side}/>
      ${view.bound[side].length ? html`<${Bonds} table=${table} side=${side}/>` : null}
    </div>
  `;
};

/**
 * Mansions won, and the places that are still empty in a set.
 * @param {{table: Table, side: number}} props
 */
const Won = ({ table, side }) => {
  const { manor, castle } = table.view.tokens[side];
  const set = (
    /** @type {string} */ kind,
    /** @type {number} */ has,
    /** @type {number} */ wanted,
  ) => html`
    <span
      class=${`rip-set ${has >= wanted ? "full" : ""}`}
      role="img"
      aria-label=${fill(kind === "manor" ? WORDS.manorsOf : WORDS.castlesOf, { n: has })}
    >
      ${Array.from({ length: Math.max(has, wanted) }, (_, at) =>
        at < has ? html`<${Token} kind=${kind}/>` : html`<${Socket} kind=${kind}/>`,
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
 * The deck and what is out of the game.
 * @param {{table: Table, side: number}} props
 */
const Deck = ({ table, side }) => {
  const deck = table.view.decks[side];
  const focus = { kind: "pile", side };
  const top = deck.top ? `, ${fill(WORDS.deckTop, { value: deck.top })}` : "";
  return html`
    <button
      class="rip-deck"
      data-place=${`deck:${side}`}
      onClick=${() => table.look(focus)}
      ...${table.peek(focus)}
      aria-label=${fill(WORDS.deckOf, { name: table.names[side], n: deck.size }) + top}
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

/** @param {{table: Table, side: number}} props */
const Bonds = ({ table, side }) => html`
  <ul class="rip-bonds">
    ${table.view.bound[side].map((/** @type {number} */ number) => {
      const { short, long } = /** @type {any} */ (WORDS.bound)[number];
      const values = valueNames(table.view.banned);
      const few = table.view.banned.join(", ");
      const focus = { kind: "psychic", number };
      return html`
        <li key=${number}>
          <button
            class="rip-bond"
            onClick=${() => table.look(focus)}
            ...${table.peek(focus)}
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
 * The other hand: backs, and the faces that are known.
 * @param {{table: Table, side: number}} props
 */
const OtherHand = ({ table, side }) => {
  const hand = table.view.hands[side];
  const unknown = Math.max(0, hand.size - hand.cards.length);
  const says = hand.cards.length
    ? fill(WORDS.known, { n: hand.size, cards: hand.cards.join(" ") })
    : fill(WORDS.handOf, { name: table.names[side], n: hand.size });
  return html`
    <div
      class=${`rip-other ${hand.seen ? "seen" : ""}`}
      role="img"
      aria-label=${`${says}${hand.seen ? ` ${WORDS.seen}` : ""}`}
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
 * The own hand: a stack for every value.
 * @param {{table: Table, side: number}} props
 */
export const Hand = ({ table, side }) => {
  const cards = table.view.hands[side].cards;
  const values = [...new Set(cards)].map(Number);
  return html`
    <div
      class=${`rip-hand ${table.all.includes("trip") ? "tripped" : ""}`}
      role="group"
      aria-label=${fill(WORDS.handOf, { name: table.names[side], n: cards.length })}
      data-place=${`hand:${side}`}
    >
      ${values.map((value) => html`
        <${Stack}
          key=${value}
          table=${table}
          side=${side}
          value=${value}
          many=${cards.filter((/** @type {string} */ card) => Number(card) === value).length}
        />
      `)}
      ${values.length ? null : html`<p class="rip-none">${WORDS.handEmpty}</p>`}
    </div>
  `;
};

/** @param {{table: Table, side: number, value: number, many: number}} props */
const Stack = ({ table, side, value, many }) => {
  const part = `g${value}`;
  const asValue = table.picksValues && table.options.has(String(value));
  const open = asValue || (!table.chosen.length && table.startable(part));
  const banned = table.view.banned.includes(value);
  const known = table.view.hands[side].known.filter(
    (/** @type {string} */ card) => Number(card) === value,
  ).length;
  const name = many > 1 ? `${many} × ${value}` : String(value);
  return html`
    <button
      class=${`rip-stack ${open ? "glow" : "shut"}`}
      ...${table.hint(part)}
      data-place=${`hand:${side}:${value}`}
      aria-label=${fill(open ? WORDS.ghostPlayable : WORDS.ghostNot, { value: name }) +
        (banned ? `, ${WORDS.banned}` : "")}
      ...${open
        ? table.target(asValue ? String(value) : part)
        : table.chosen.length
          ? { onClick: table.back }
          : table.refuses(part)}
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
            title=${fill(WORDS.knownOfYou, { name: table.names[1 - side], cards: value })}
          >
            ◉
          </span>
        `
        : null}
    </button>
  `;
};

/**
 * Psychics that wait to be played.
 * @param {{table: Table, side: number}} props
 */
export const Reserve = ({ table, side }) => {
  const mine = side === table.below && table.seat !== null;
  const numbers = table.view.reserves[side];
  return html`
    <ul class="rip-reserve" aria-label=${WORDS.reserve} data-place=${`reserve:${side}`}>
      ${numbers.map((/** @type {number} */ number) => html`
        <li key=${number}><${Waiting} table=${table} number=${number} mine=${mine}/></li>
      `)}
      ${numbers.length
        ? null
        : html`
          <li class="rip-none">
            ${side === table.below && table.seat !== null && table.round < 4
              ? WORDS.reserveEmpty
              : ""}
          </li>
        `}
    </ul>
  `;
};

/** @param {{table: Table, number: number, mine: boolean}} props */
const Waiting = ({ table, number, mine }) => {
  const part = `p${number}`;
  const open = mine && table.startable(part);
  const focus = { kind: "psychic", number, mine };
  const taken =
    table.chosen[0] === part ||
    (mine && table.focus?.kind === "psychic" && table.focus.number === number);
  const { name, about } = psychic(number);
  return html`
    <button
      class=${classes(
        "rip-waiting",
        open ? "glow" : mine && table.mine && "shut",
        taken && "taken",
      )}
      ...${mine ? table.hint(part) : {}}
      aria-label=${`${sentence(name)} ${about}${open ? ` ${WORDS.playable}.` : ""}`}
      aria-expanded=${taken}
      onClick=${() => (mine ? table.open(part) : table.look(focus))}
      ...${table.peek(focus)}
    >
      <span class="rip-piece" data-piece=${`psychic ${number}`}>
        <${PsychicCard} number=${number}/>
      </span>
    </button>
  `;
};
