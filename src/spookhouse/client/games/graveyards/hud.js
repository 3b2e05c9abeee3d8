// Around the board: seats with scores, the prompt, action buttons, and your pieces.
import { classes, html, useEffect, useRef } from "../../lib.js";
import { Mark, Svg } from "../../art/shapes.js";
import { preventFlick } from "../../parts/click-guards.js";
import { hintProps } from "../../parts/hints.js";
import { PlayerName } from "../../parts/players.js";
import { Ghost, House, KINDS, TileBack, TilePicture, Token } from "./art.js";
import { read } from "./partial-move.js";
import { describe, fill, label, name } from "./labels.js";
import words from "./words.js";

/**
 * Tiles of a hand.
 * @param {{view: any, tiles: number[]}} props
 */
export const Tiles = ({ view, tiles }) => tiles.map((tile) => html`
  <${TilePicture}
    key=${tile}
    view=${view}
    tile=${tile}
    label=${describe(`hand:${tile}`, view, null)}
  />
`);

/** @param {any} props */
export function Seats({ view, players, lit, light, settings }) {
  return html`
    <ul class="gg-seats">
      ${players.map((/** @type {any} */ each) => {
        const hand = settings?.memory === false ? [] : view.known[each.seat];
        return html`
          <li
            key=${each.seat}
            class=${view.phase !== "over" && view.turn === each.seat ? "turn" : ""}
            data-place=${`seat:${each.seat}`}
          >
            <div class="who">
              <${Mark} seat=${each.seat}/>
              <b><${PlayerName} player=${each}/></b>
              <strong class="total">${view.totals[each.seat]}</strong>
            </div>
            <div class="what">
              ${view.options.colours[each.seat].map((/** @type {string} */ colour) => html`
                <button
                  key=${colour}
                  type="button"
                  class="chip"
                  aria-pressed=${lit === colour ? "true" : "false"}
                  aria-label=${fill(words.score, {
                    colour: name(words.colour, colour),
                    score: view.scores[colour],
                  })}
                  onClick=${() => light(lit === colour ? null : colour)}
                >
                  <${Svg} w=${50} h=${50}><${Ghost} colour=${colour}/></${Svg}>
                  <span>${view.scores[colour]}</span>
                </button>
              `)}
              <span class="held" title=${fill(words.tiles, { n: view.hand_sizes[each.seat] })}>
                <${TileBack}/>
                ${view.hand_sizes[each.seat]}
              </span>
              ${KINDS.map((kind) => html`
                <span key=${kind} class="held" title=${name(words.kind, kind)}>
                  <${Svg} w=${50} h=${50} label=${name(words.kind, kind)}>
                    <${Token} kind=${kind}/>
                  </${Svg}>
                  ${view.tokens[each.seat][kind]}
                </span>
              `)}
            </div>
            ${hand.length && !each.isYou
              ? html`
                <div class="known">
                  <${Tiles} view=${view} tiles=${hand}/>
                </div>
              `
              : null}
          </li>
        `;
      })}
    </ul>
  `;
}

/**
 * Return the prompt: what can be done now.
 * @param {any} tools
 * @param {any[]} players
 * @param {string[]} moves
 */
export function promptText({ view, draft, can, ready, rotates }, players, moves) {
  if (view.phase === "over") return words.over;
  if (!moves.length) return fill(words.wait, { name: players[view.turn]?.name ?? "" });
  if (ready && ready.verb !== "spin") return rotates ? words.turnable : words.settled;
  return draft.touched.length
    ? name(words.next, [...can][0]?.split(":")[0] ?? "")
    : name(words.prompt, view.phase);
}

/**
 * The buttons for the draft, over the lower edge of the board.
 * @param {any} props
 */
export function ActionButtons(props) {
  const { view, draft, ready, rotates, moves, hints, play, confirm, rotate, back } = props;
  const confirmButton = useRef(/** @type {HTMLButtonElement|null} */ (null));
  useEffect(() => {
    if (view.phase === "spin" && moves.length) confirmButton.current?.focus();
  }, [moves]);
  return html`
    <div class="gg-actions">
      ${draft.touched.length
        ? html`<button type="button" onClick=${back}>${words.back}</button>`
        : null}
      ${rotates || (draft.touched[0]?.startsWith("hand:") && view.phase === "main")
        ? html`<button type="button" class="turns" onClick=${rotate}>⟳ ${words.rotate}</button>`
        : null}
      ${ready
        ? html`
          <button
            type="button"
            class="go"
            ref=${confirmButton}
            data-move=${ready.text}
            aria-label=${`${name(words.do, ready.verb)}: ${label(ready.text, view)}`}
            onClick=${confirm}
          >
            ${name(words.do, ready.verb)}
          </button>
        `
        : null}
      ${moves.includes("skip") && !draft.touched.length
        ? html`
          <button
            type="button"
            data-move="skip"
            ...${hintProps(hints, (move) => move === "skip")}
            onClick=${() => play("skip")}
          >
            ${words.skip}
          </button>
        `
        : null}
    </div>
  `;
}

/**
 * Your tiles, Houses and tokens.
 * @param {any} props
 */
export function Tray({ drag, hints, ...tools }) {
  const { view, seat, draft, can, onTouch, ready } = tools;
  const item = (
    /** @type {string} */ thing,
    /** @type {any} */ picture,
    /** @type {any} */ more = null,
  ) => html`
    <button
      key=${thing}
      type="button"
      data-thing=${thing}
      class=${classes("piece", can.has(thing) && "can", draft.touched.includes(thing) && "chosen")}
      aria-pressed=${draft.touched.includes(thing) ? "true" : "false"}
      aria-label=${describe(thing, view, seat) + (can.has(thing) ? words.playable : "")}
      ...${hintProps(draft.touched.length ? null : hints, (move) =>
        read(move).touches.includes(thing),
      )}
      ref=${preventFlick}
      onPointerDown=${drag(thing)}
      onClick=${() => onTouch(thing)}
    >
      ${picture}
      ${more}
    </button>
  `;
  const rotationOf = (/** @type {number} */ tile) =>
    draft.touched.includes(`hand:${tile}`) ? (ready?.r ?? draft.r) : 0;
  const houses = view.options.colours[seat].filter(
    (/** @type {string} */ colour) => !view.houses[colour],
  );
  return html`
    <div class="gg-tray" data-place=${`hand:${seat}`}>
      <div class="group tiles" role="group" aria-label=${words.hand}>
        ${view.hand.map((/** @type {number} */ tile) =>
          item(
            `hand:${tile}`,
            html`<${TilePicture} view=${view} tile=${tile} r=${rotationOf(tile)}/>`,
          ),
        )}
      </div>
      ${houses.length
        ? html`
          <div class="group" role="group" aria-label=${words.houses}>
            ${houses.map((/** @type {string} */ colour) =>
              item(
                `house:${colour}`,
                html`
                  <${Svg} w=${120} h=${145}>
                    <g transform="translate(10 40)"><${House} colour=${colour}/></g>
                  </${Svg}>
                `,
              ),
            )}
          </div>
        `
        : null}
      <div class="group" role="group" aria-label=${words.tokens}>
        ${KINDS.map((kind) =>
          item(
            `kind:${kind}`,
            html`<${Svg} w=${50} h=${50}><${Token} kind=${kind}/></${Svg}>`,
            html`<span class="count">${view.tokens[seat][kind]}</span>`,
          ),
        )}
      </div>
    </div>
  `;
}
