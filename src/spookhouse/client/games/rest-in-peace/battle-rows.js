// The rows of the round in play, card by card, and a preview of what the end of the turn would
// bring.
import { classes, html } from "../../lib.js";
import { RowCard } from "./art.js";
import { psychic } from "./psychics.js";
import { account, cardName, figures, tokenNames } from "./labels.js";
import { fill, WORDS } from "./words.js";

/** @typedef {import("./board.js").BoardContext} BoardContext */

/**
 * A row with its total.
 * @param {{board: BoardContext, side: number}} props
 */
export const Row = ({ board, side }) => {
  const { total, cards } = board.rows[side];
  const other = board.rows[1 - side].total;
  return html`
    <section
      class=${`rip-row ${side === board.below ? "mine" : "theirs"}`}
      aria-label=${fill(WORDS.row, { name: board.names[side], total })}
    >
      <div class=${`rip-total ${total > other ? "ahead" : ""}`} aria-hidden="true">
        <b key=${total}>${total}</b>
      </div>
      <ul class=${`rip-cards ${cards.length > 8 ? "many" : ""}`}>
        ${cards.map((/** @type {any} */ card, /** @type {number} */ at) => html`
          <${Entry} key=${`${card.card} ${at}`} board=${board} side=${side} card=${card} at=${at}/>
        `)}
        ${cards.length ? null : html`<li class="rip-none">${WORDS.rowEmpty}</li>`}
        <li class="rip-slot" aria-hidden="true" data-place=${`row:${side}`}></li>
      </ul>
    </section>
  `;
};

/**
 * A card of a row; below it are its count and the sum that leads to it.
 * @param {{board: BoardContext, side: number, card: any, at: number}} props
 */
const Entry = ({ board, side, card, at }) => {
  const part = board.targets.get(`${side}:${at}`);
  const focus = { kind: "card", side, at, round: board.round };
  const chosen = board.focus?.kind === "card" && board.focus.side === side && board.focus.at === at;
  // A click first opens the card in the inspector: it may have a choice.
  const opens = board.view.phase === "tenth" && !board.chosen.length;
  const props = part
    ? opens
      ? { onClick: () => board.openPsychic(part) }
      : board.partProps(part)
    : { onClick: () => board.inspect(focus), ...board.hoverProps(focus) };
  const classNames = classes(
    "rip-played",
    part && "glow",
    card.waits && "waits",
    card.carried && "carried",
    chosen && "taken",
    (card.overruled === 29 || (card.counts === 0 && card.base)) && "faded",
  );
  const piece = card.card?.[0] === "p" ? `psychic ${card.card.slice(1)}` : undefined;
  return html`
    <li class="rip-entry">
      <button
        class=${classNames}
        ...${props}
        ...${part ? board.hint(part) : {}}
        aria-label=${describeCard(card)}
      >
        <span class="rip-piece" data-piece=${piece}>
          <${RowCard} card=${card} side=${side} down=${card.open === false}/>
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
 * Describe a card of a row: its count, and why.
 * @param {any} card
 */
export const describeCard = (card) => {
  const counts = fill(WORDS.counts, { n: card.counts });
  return `${cardName(card.card)}, ${counts} (${account(card).join(", ")})`;
};

/**
 * Return whether a card counts more ("up") or less ("down") than its own value.
 * @param {any} card
 */
const trend = ({ base, counts }) =>
  base && counts > base ? "up" : counts < (base ?? 0) ? "down" : "";

/** @param {number} n */
const signed = (n) => (n < 0 ? `−${-n}` : n);

/**
 * The prompt, the preview of the end of the turn, and the action buttons.
 * @param {{board: BoardContext}} props
 */
export const BattleActions = ({ board }) => {
  const { view, yourTurn, names } = board;
  const prompt =
    view.phase === "over"
      ? WORDS.asked.over
      : yourTurn && view.phase === "turn" && board.rows[view.turn].cards.length
        ? WORDS.yourTurn
        : yourTurn
          ? /** @type {any} */ (WORDS.asked)[view.phase]
          : fill(/** @type {any} */ (WORDS.waiting)[view.phase], { name: names[view.turn] });
  const preview =
    view.ending && (view.ending.withdraws || board.rows[view.turn].cards.length)
      ? describeEnding(board)
      : "";
  const withdraws = view.ending?.withdraws;
  return html`
    <div class="rip-middle">
      <div class="rip-prompts">
        <p class="rip-prompt-main">${prompt}</p>
        ${preview
          ? html`
            <p
              class=${classes(
                "rip-ending",
                withdraws ? "bad" : "good",
                view.ending.wins && "fatal",
              )}
            >
              <span class="rip-trend" aria-hidden="true">${withdraws ? "▼" : "▲"}</span>
              <span><span class="rip-visually-hidden">${WORDS.ifEnded}: </span>${preview}</span>
            </p>
          `
          : null}
      </div>
      <div class="rip-actions">
        ${board.yourTurn && !board.chosen.length ? html`<${ActionButtons} board=${board}/>` : null}
      </div>
    </div>
  `;
};

/** @param {{board: BoardContext}} props */
const ActionButtons = ({ board }) => {
  const { view } = board;
  const { withdraws } = view.ending ?? {};
  const legal = board.legal.includes("end");
  return html`
    ${board.legal.includes("trip")
      ? html`
        <button class="rip-action trip" ...${board.moveProps("trip")} ...${board.hint("trip")}>
          <b>${WORDS.trip}</b>
          <small>${WORDS.tripMore}</small>
        </button>
      `
      : null}
    ${view.phase === "turn"
      ? html`
        <button
          class=${classes("rip-action", withdraws ? "withdraw" : "end", !legal && "blocked")}
          ...${board.moveProps("end")}
          ...${board.hint("end")}
        >
          ${withdraws ? WORDS.withdraw : WORDS.endTurn}
        </button>
      `
      : null}
    ${view.phase === "carry"
      ? html`
        <button class="rip-action end" ...${board.moveProps("keep")} ...${board.hint("keep")}>
          ${WORDS.keep}
        </button>
      `
      : null}
    ${view.phase === "place"
      ? html`
        <button class="rip-action end" ...${board.moveProps("skip")} ...${board.hint("skip")}>
          ${WORDS.skip}
        </button>
      `
      : null}
  `;
};

/**
 * Describe what would happen if the turn ended now.
 * @param {BoardContext} board
 */
function describeEnding({ view, names, rows, seat }) {
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
  const psychicText =
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
    psychic: psychicText,
  });
}
