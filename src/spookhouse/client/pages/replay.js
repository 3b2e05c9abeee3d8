// The replay of a finished match: step by step, from every seat or with open cards. It can be
// verified, and continued from any step.
import { html, useEffect, useRef, useState } from "../lib.js";
import { api, cachedApi } from "../net/api.js";
import { connection } from "../net/connection.js";
import { drawPledge } from "../net/commit-reveal.js";
import { loadGame } from "../games/index.js";
import { Mark } from "../art/shapes.js";
import { ReplaySession, SPEEDS } from "../state/replay-session.js";
import { boardSettings, motion } from "../state/settings.js";
import { loadBots } from "../parts/bots.js";
import { ContinuedLine } from "../parts/continued.js";
import { Dialog } from "../parts/dialog.js";
import { PlayerName, playersOf } from "../parts/players.js";
import { showError, toast } from "../parts/toast.js";
import { glide } from "../parts/animate.js";
import { Verification } from "../parts/verification.js";
import { Result } from "./result.js";
import { go, query } from "../router.js";
import { say } from "../words/words.js";
import NotFound from "./not-found.js";

export const bare = true;

/** @param {{id: string}} props */
export default function ReplayPage({ id }) {
  const params = new URLSearchParams(query.value);
  const [replay] = useState(
    () =>
      new ReplaySession(id, {
        step: Number(params.get("step")) || 0,
        by: params.get("by") ?? "open",
      }),
  );
  const [module, setModule] = useState(/** @type {any} */ (null));
  const [facts, setFacts] = useState(/** @type {any} */ (null));
  useEffect(() => {
    void replay.watchAs(replay.by.value);
    return () => replay.close();
  }, []);
  const game = replay.overview.value?.table.game;
  useEffect(() => {
    if (!game) return;
    loadGame(game).then(setModule);
    cachedApi("/api/games").then(({ games }) =>
      setFacts(games.find((/** @type {any} */ each) => each.name === game)),
    );
  }, [game]);
  if (replay.error.value)
    return html`<${NotFound} title=${say("replay.none")} text=${replay.error.value.message}/>`;
  if (!module || !facts || !replay.now.value)
    return html`<p class="waiting">${say("page.opening")}</p>`;
  document.title = `${facts.title} – ${say("replay.title")}`;
  return html`<${ReplayView} replay=${replay} module=${module} facts=${facts}/>`;
}

/** @param {{replay: ReplaySession, module: any, facts: any}} props */
function ReplayView({ replay, module, facts }) {
  const { table, moves } = replay.overview.value;
  const players = playersOf(table);
  const now = /** @type {any} */ (replay.now.value);
  const at = replay.at.value;
  const step = (/** @type {number} */ to) => {
    const change = () => replay.go(to).catch(showError);
    return motion.value === "less" ? change() : glide(() => void change());
  };
  useEffect(
    () => history.replaceState(null, "", `/replay/${replay.name}?step=${at}&by=${replay.by.value}`),
    [at, replay.by.value],
  );
  useEffect(() => {
    const key = (/** @type {KeyboardEvent} */ event) => {
      if (
        /** @type {Element} */ (event.target).closest(
          "input, select, textarea, dialog, [data-board]",
        ) ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey
      )
        return;
      const to = {
        ArrowLeft: replay.at.value - 1,
        ArrowRight: replay.at.value + 1,
        Home: 0,
        End: replay.last.value,
      }[event.key];
      if (to !== undefined) void step(to);
      else if (
        event.key === " " &&
        !(/** @type {Element} */ (event.target).closest("button, a, summary"))
      )
        replay.playing.value ? replay.pause() : replay.play();
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, []);
  const over = at === replay.last.value;
  return html`
    <div class="table replay">
      <h1 class="unseen">${say("replay.of", { title: facts.title })}</h1>
      <section class="stage" aria-label=${facts.title}>
        <${ContinuedLine} continued=${table.continued}/>
        <div class="board-place" data-board>
          <${module.Board}
            view=${now.view}
            before=${replay.before.value?.view ?? null}
            event=${null}
            seat=${now.view.seat ?? null}
            players=${players}
            moves=${[]}
            play=${() => null}
            why=${() => null}
            hints=${null}
            settings=${boardSettings.value}
          />
        </div>
        ${now.open.length && module.Hand
          ? html`
            <ul class="open-hands" aria-label=${say("replay.hands")}>
              ${players.map((player) => html`
                <li key=${player.seat}>
                  <span>
                    <${Mark} seat=${player.mark} size=${16}/>
                    ${" "}
                    <${PlayerName} player=${player}/>
                  </span>
                  <${module.Hand} view=${now.open[player.seat]} seat=${player.seat}/>
                </li>
              `)}
            </ul>
          `
          : null}
        <p class="step-text" aria-live="polite">
          ${at === 0
            ? say("replay.start")
            : now.events
                .map((/** @type {any} */ event) => event.text?.trim())
                .filter(Boolean)
                .join(" ")}
        </p>
        <${Controls} replay=${replay} step=${step}/>
        <${ReplayActions} replay=${replay} players=${players} facts=${facts}/>
        ${over
          ? html`
            <${Result}
              session=${finishedSession(table, now)}
              module=${module}
              players=${players}
              canRematch=${false}
            />
          `
          : null}
        <${Verification} name=${replay.name}/>
      </section>
      <${Moves} moves=${moves} at=${at} step=${step}/>
    </div>
  `;
}

/**
 * Return what the result page needs of a session, for a table that no longer changes.
 * @param {any} table
 * @param {any} now
 */
const finishedSession = (table, now) => ({
  table: { value: table },
  game: { value: { view: now.view } },
  mine: { value: [] },
  do: () => Promise.resolve(),
});

/** @type {Record<string, string>} */
const ICONS = {
  first: "M6 5v14M19 5L9 12l10 7z",
  previous: "M17 5L7 12l10 7z",
  play: "M7 4l13 8-13 8z",
  pause: "M7 5h3v14H7zM14 5h3v14h-3z",
  next: "M7 5l10 7-10 7z",
  last: "M18 5v14M5 5l10 7-10 7z",
};

/** @param {{name: string}} props */
const Icon = ({ name }) => html`
  <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
    <path d=${ICONS[name]} fill="currentColor" stroke="currentColor" stroke-width="2.4"
      stroke-linejoin="round"/>
  </svg>
`;

/** @param {{replay: ReplaySession, step: (to: number) => any}} props */
function Controls({ replay, step }) {
  const at = replay.at.value,
    last = replay.last.value;
  const button = (
    /** @type {string} */ name,
    /** @type {number} */ to,
    /** @type {boolean} */ off,
  ) => html`
    <button
      disabled=${off}
      aria-label=${say(`replay.${name}`)}
      title=${say(`replay.${name}`)}
      onClick=${() => (replay.pause(), step(to))}
    >
      <${Icon} name=${name}/>
    </button>
  `;
  return html`
    <div class="replay-controls" role="group" aria-label=${say("replay.controls")}>
      <input
        type="range"
        min="0"
        max=${last}
        value=${at}
        aria-label=${say("replay.step")}
        aria-valuetext=${say("replay.step-of", { at, last })}
        onInput=${(/** @type {any} */ event) => (
          replay.pause(),
          replay.go(Number(event.target.value))
        )}
      />
      <div class="row">
        ${button("first", 0, at === 0)}
        ${button("previous", at - 1, at === 0)}
        <button
          class="main"
          aria-label=${say(replay.playing.value ? "replay.pause" : "replay.play")}
          onClick=${() => (replay.playing.value ? replay.pause() : replay.play())}
        >
          <${Icon} name=${replay.playing.value ? "pause" : "play"}/>
        </button>
        ${button("next", at + 1, at === last)}
        ${button("last", last, at === last)}
        <span class="faint">${say("replay.step-of", { at, last })}</span>
        <label>
          <span>${say("replay.speed")}</span> <select
            value=${String(replay.speed.value)}
            onChange=${(/** @type {any} */ event) =>
              (replay.speed.value = Number(event.target.value))}
          >
            ${SPEEDS.map((speed) => html`<option value=${String(speed)}>${speed}×</option>`)}
          </select>
        </label>
      </div>
    </div>
  `;
}

/** @param {{replay: ReplaySession, players: any[], facts: any}} props */
function ReplayActions({ replay, players, facts }) {
  const [continuing, setContinuing] = useState(false);
  const share = async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      toast(say("replay.copied"));
    } catch {
      toast(html`${say("replay.link")} <code class="link">${location.href}</code>`);
    }
  };
  return html`
    <div class="actions">
      <label>
        ${say("replay.by")} <select
          value=${replay.by.value}
          onChange=${(/** @type {any} */ event) => replay.watchAs(event.target.value)}
        >
          <option value="open">${say("replay.by-open")}</option>
          <option value="nobody">${say("replay.by-nobody")}</option>
          ${players.map((player) => html`
            <option value=${String(player.seat)}>
              ${say("replay.by-seat", { name: player.name })}
            </option>
          `)}
        </select>
      </label>
      <button onClick=${share}>${say("replay.share")}</button>
      <button
        disabled=${replay.at.value === replay.last.value}
        onClick=${() => setContinuing(true)}
      >
        ${say("replay.continue")}
      </button>
      <a
        class="button"
        href=${`/api/tables/${replay.name}/record`}
        download=${`${facts.name}-${replay.name}.json`}
      >
        ${say("replay.download")}
      </a>
      ${continuing
        ? html`
          <${ContinueDialog}
            replay=${replay}
            players=${players}
            onClose=${() => setContinuing(false)}
          />
        `
        : null}
    </div>
  `;
}

/**
 * A dialog to play on from the current step against bots.
 * @param {{replay: ReplaySession, players: any[], onClose: () => void}} props
 */
function ContinueDialog({ replay, players, onClose }) {
  const [busy, setBusy] = useState(false);
  const start = async (/** @type {number} */ seat) => {
    setBusy(true);
    try {
      const { table } = await api(`/api/tables/${replay.name}/continue`, { step: replay.at.value });
      await connection.do(table, { do: "sit", seat, pledge: await drawPledge() });
      const { usual: level } = await loadBots();
      for (const other of players.filter((player) => player.seat !== seat))
        await connection.do(table, { do: "add-bot", seat: other.seat, level });
      await connection.do(table, { do: "start" });
      go(`/t/${table}`);
    } catch (error) {
      showError(error);
      setBusy(false);
    }
  };
  return html`
    <${Dialog} title=${say("replay.continue")} onClose=${onClose}>
      <p>${say("replay.continue-about")}</p>
      <div class="stack">
        ${players.map((player) => html`
          <button key=${player.seat} disabled=${busy} onClick=${() => start(player.seat)}>
            <${Mark} seat=${player.mark}/> ${say("replay.as", { name: player.name })}
          </button>
        `)}
      </div>
    </${Dialog}>
  `;
}

/**
 * Every move in words; a click goes to its step.
 * @param {{moves: any[], at: number, step: (to: number) => any}} props
 */
function Moves({ moves, at, step }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    // scroll the list alone, never the page
    const now = /** @type {HTMLElement | null | undefined} */ (
      list.current?.querySelector("[aria-current]")
    );
    if (now && list.current) list.current.scrollTop = now.offsetTop - list.current.clientHeight / 2;
  }, [at]);
  const jump = (/** @type {number} */ to) => {
    step(to);
    document.querySelector(".replay .board-place")?.scrollIntoView({ block: "nearest" });
  };
  return html`
    <aside class="sidebar open" aria-label=${say("sidebar.log")}>
      <div class="tabs"><span class="tab-title">${say("sidebar.log")}</span></div>
      <div class="sidebar-body">
        <ol class="log replay-log" tabindex="0" ref=${list}>
          <li>
            <button
              class="quiet"
              aria-current=${at === 0 ? "step" : undefined}
              onClick=${() => jump(0)}
            >
              ${say("replay.start")}
            </button>
          </li>
          ${moves.map((move) => html`
            <li key=${move.step}>
              <button
                class="quiet"
                aria-current=${at === move.step ? "step" : undefined}
                onClick=${() => jump(move.step)}
              >
                <${Mark} seat=${move.seat} size=${13}/>
                <span>
                  ${move.told.map((/** @type {string} */ text) => text.trim()).join(" ") ||
                    say("replay.secret")}
                </span>
              </button>
            </li>
          `)}
        </ol>
      </div>
    </aside>
  `;
}
