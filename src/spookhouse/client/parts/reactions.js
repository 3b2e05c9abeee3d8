// Quick reactions for the chat, each a ghost's face. They are sent as words between colons, which
// other clients can show as they are.
import { html } from "../lib.js";
import { say } from "../words/words.js";
import { Ghost } from "./ghost.js";

/** @type {Record<string, {mood: string, eyes?: string, body?: string, fill?: string}>} */
const FACES = {
  ":boo:": { mood: "howl", eyes: "wide" },
  ":ha:": { mood: "grin", eyes: "shut", body: "round" },
  ":oh-no:": { mood: "wavy", eyes: "cross", body: "wisp" },
  ":hm:": { mood: "flat", eyes: "angry", body: "tall" },
  ":well-played:": { mood: "smile", eyes: "shut", body: "squat" },
};

export const REACTIONS = Object.keys(FACES);
/** @param {string} text */
export const isReaction = (text) => text in FACES;
/** @param {string} name */
export const reactionText = (name) => say(`reaction.${name.slice(1, -1)}`);
export const Reaction = ({ name, size = 32 }) => html`
  <${Ghost} ...${FACES[name]} size=${size} label=${reactionText(name)}/>
`;
