// The fight: both rows of the round in play, card by card, and what would follow if the turn ended
// now.
import { classes, html } from "../../lib.js";
import { Card } from "./art.js";
import { psychic } from "./psychics.js";
import { account, cardName, figures, tokenNames } from "./labels.js";
import { fill, WORDS } from "./words.js";

/** @typedef {import("./board.js").Table} Table */

/**
 * A row with its total.
 * @param {{table: Table, side: number}} props
 */
export const Row = ({ table, side }) => {
  const { total, cards } = table.rows[side];
  const other = table.rows[1 - side].total;
  return html`
    <section
      class=${`rip-row ${side === table.below ? "mine" : "theirs"}`}
      aria-label=${fill(WORDS.row, { name: table.names[side], total })}
    >
      <div class=${`rip-total ${total > other ? "ahead" : ""}`} aria-hidden="true">
        <b key=${total}>${total}</b>
      </div>
      <ul class=${`rip-cards ${cards.length > 8 ? "many" : ""}`}>
        ${cards.map((/** @type {any} */ card, /** @type {number} */ at) => html`
          <${Entry} key=${`${card.card} ${at}`} table=${table} side=${side} card=${card} at=${at}/>
        `)}
        ${cards.length ? null : html`<li class="rip-none">${WORDS.rowEmpty}</li>`}
        <li class="rip-slot" aria-hidden="true" data-place=${`row:${side}`}></li>
      </ul>
    </section>
  `;
};

/**
 * A card of a row: what it counts stands below it, with the sum that it comes from.
 * @param {{table: Table, side: number, card: any, at: number}} props
 */
const Entry = ({ table, side, card, at }) => {
  const part = table.targets.get(`${side}:${at}`);
  const focus = { kind: "card", side, at, round: table.round };
  const chosen = table.focus?.kind === "card" && table.focus.side === side && table.focus.at === at;
  // A touch opens the card for reading first: it may have a choice.
  const opens = table.view.phase === "tenth" && !table.chosen.length;
  const props = part
    ? opens
      ? { onClick: () => table.open(part) }
      : table.target(part)
    : { onClick: () => table.look(focus), ...table.peek(focus) };
  const marks = [
    part ? "glow" : "",
    card.waits ? "waits" : "",
    card.carried ? "carried" : "",
    chosen ? "taken" : "",
    card.overruled === 29 || (card.counts === 0 && card.base) ? "faded" : "",
  ].join(" ");
  const piece = card.card?.[0] === "p" ? `psychic ${card.card.slice(1)}` : undefined;
  return html`
    <li class="rip-entry">
      <button
        class=${`rip-played ${marks}`}
        ...${props}
        ...${part ? table.hint(part) : {}}
        aria-label=${spoken(card)}
      >
        <span class="rip-piece" data-piece=${piece}>
          <${Card}
            card=${card.card}
            family=${side}
            named=${card.named}
            as=${card.as}
            debt=${card.debt}
            down=${card.open === false}
          />
        </span>
        ${card.waits
          ? html`<span class="rip-flag">?</span>`
          : card.carried
          ? html`<span class="rip-flag">»</span>`
          : null}
        <span class=${classes("rip-sum", trend(card))} aria-hidden="true">
          <b>${card.base || card.counts || card.overruled ? signed(card.counts) : "·"}</b>
          <small>${figures(card)}</small>
        </span>
      </button>
    </li>
  `;
};

/**
 * A card with what it counts for, and why, in words.
 * @param {any} card
 */
export const spoken = (card) => {
  const counts = fill(WORDS.counts, { n: card.counts });
  return `${cardName(card.card)}, ${counts} (${account(card).join(", ")})`;
};

/**
 * Whether a card counts more or less than its own value.
 * @param {any} card
 */
const trend = ({ base, counts }) =>
  base && counts > base ? "up" : counts < (base ?? 0) ? "down" : "";

/** @param {number} n */
const signed = (n) => (n < 0 ? `−${-n}` : n);

/**
 * Who is ahead, what the end of the turn would bring, and the button for it.
 * @param {{table: Table}} props
 */
export const Middle = ({ table }) => {
  const { view, mine, names } = table;
  const says =
    view.phase === "over"
      ? WORDS.asked.over
      : mine && view.phase === "turn" && table.rows[view.turn].cards.length
        ? WORDS.yourTurn
        : mine
          ? /** @type {any} */ (WORDS.asked)[view.phase]
          : fill(/** @type {any} */ (WORDS.waiting)[view.phase], { name: names[view.turn] });
  const preview =
    view.ending && (view.ending.withdraws || table.rows[view.turn].cards.length)
      ? ending(table)
      : "";
  const bad = view.ending?.withdraws;
  return html`
    <div class="rip-middle">
      <div class="rip-says">
        <p class="rip-asked">${says}</p>
        ${preview
          ? html`
            <p class=${`rip-ending ${bad ? "bad" : "good"} ${view.ending.wins ? "fatal" : ""}`}>
              <span class="rip-sign" aria-hidden="true">${bad ? "▼" : "▲"}</span>
              <span><span class="rip-unseen">${WORDS.ifEnded}: </span>${preview}</span>
            </p>
          `
          : null}
      </div>
      <div class="rip-doing">
        ${table.mine && !table.chosen.length ? html`<${Doing} table=${table}/>` : null}
      </div>
    </div>
  `;
};

/** @param {{table: Table}} props */
const Doing = ({ table }) => {
  const { view } = table;
  const { withdraws } = view.ending ?? {};
  const legal = table.all.includes("end");
  return html`
    ${table.all.includes("trip")
      ? html`
        <button class="rip-do trip" ...${table.does("trip")} ...${table.hint("trip")}>
          <b>${WORDS.trip}</b>
          <small>${WORDS.tripMore}</small>
        </button>
      `
      : null}
    ${view.phase === "turn"
      ? html`
        <button
          class=${classes("rip-do", withdraws ? "withdraw" : "end", !legal && "shut")}
          ...${table.does("end")}
          ...${table.hint("end")}
        >
          ${withdraws ? WORDS.withdraw : WORDS.endTurn}
        </button>
      `
      : null}
    ${view.phase === "carry"
      ? html`
        <button class="rip-do end" ...${table.does("keep")} ...${table.hint("keep")}>
          ${WORDS.keep}
        </button>
      `
      : null}
    ${view.phase === "place"
      ? html`
        <button class="rip-do end" ...${table.does("skip")} ...${table.hint("skip")}>
          ${WORDS.skip}
        </button>
      `
      : null}
  `;
};

/**
 * What would happen if the turn ended now, in words.
 * @param {Table} table
 */
function ending({ view, names, rows, seat }) {
  const { turn, ending: end } = view;
  const [me, them] = [names[turn], names[1 - turn]];
  if (!end.withdraws)
    return fill(WORDS.endAhead, {
      mine: rows[turn].total,
      theirs: rows[1 - turn].total,
      them: seat === 1 - turn ? WORDS.you : them,
    });
  const place = view.line[view.round - 1];
  const tokens = tokenNames(place.tokens);
  const name = place.psychic && psychic(place.psychic).name;
  const gift =
    end.psychic === null || !name
      ? ""
      : end.psychic === seat
        ? fill(WORDS.psychicYou, { name })
        : fill(WORDS.psychicOf, { who: names[end.psychic], name });
  const yours = seat === turn;
  if (end.wins) return fill(yours ? WORDS.endLoses : WORDS.endLosesOf, { me, them, tokens });
  return fill(yours ? (end.lone_card ? WORDS.endLone : WORDS.endBehindYou) : WORDS.endBehind, {
    me,
    them,
    tokens,
    psychic: gift,
  });
}
