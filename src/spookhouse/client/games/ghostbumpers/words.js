// The texts of this game's board. {placeholders} are filled in; functions are used where a number
// changes the words.
import { catalogue } from "../../words/words.js";

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven"];
const several = ({ count, card }) =>
  count === 1 ? `${card === "8" ? "an" : "a"} ${card}` : `${NUMBERS[count] ?? count} ${card}s`;
const unfazed = (count) => `${NUMBERS[count] ?? count} Unfazed card${count === 1 ? "" : "s"}`;
const points = (count) => `${count} ${count === 1 ? "point" : "points"}`;

const words = {
  "reason-rounds": "All rounds are driven.",
  "reason-target": "Somebody reached the points that were agreed on.",
  // pieces
  picture: "Bumper cars under a string of lamps: a ringmaster and a werewolf close in on a driver",
  back: "Back of a Monster card",
  driver: "Driver {number}: six Unfazed cards, one Scared card",
  monster: "{card}, {name}",
  // moves
  cards: several,
  "cards-as": ({ count, as }) => `${several({ count, card: "0/10" })} as ${as}`,
  scare: ({ above }) => `${unfazed(above)} above the Scared card`,
  drop: ({ card }) => `give up ${several({ count: 1, card })}`,
  playable: "{what}, playable",
  "not-now": "{what}, not playable now",
  play: "Play {what}",
  give: "Give it up",
  as: "as {as}",
  hint: "The house would choose this",
  // seats
  leads: "leads this trick",
  "starting-card": "has the starting card",
  "hand-of": ({ count }) => `${count} ${count === 1 ? "card" : "cards"} in hand`,
  points: ({ count }) => points(count),
  ahead: "ahead",
  wins: "wins",
  thinks: "to play",
  hides: "hiding …",
  hidden: "hidden",
  gives: "giving …",
  gave: "gave one",
  away: "away",
  result: "counts {result}",
  "character-deck": ({ cards }) => `character deck: ${cards} left`,
  "character-open": ({ cards, above }) =>
    `character deck: ${cards} left, ${unfazed(above)} above the Scared card`,
  top: "top",
  bottom: "bottom",
  // the middle
  "round-of": "Round {round} of {rounds}",
  "round-to": "Round {round}, to {target} points",
  deck: "Deck",
  discard: "Discard",
  "deck-of": ({ count }) => `Deck: ${count} ${count === 1 ? "card" : "cards"}`,
  "discard-of": ({ count }) => `Discard: ${count} ${count === 1 ? "card" : "cards"}`,
  // prompts
  "lead-now": "You lead. Play one card, or several of one value.",
  "play-now": "Your turn. Play one card, or several of one value.",
  "drop-now": "Deck and discard are empty. Give up one card, in secret.",
  "scare-now": "Hide your Scared card in your deck.",
  "scare-how": "Drag it into a gap, or choose a gap. What lies above it are tricks you can bear.",
  "hide-here": "Hide it here",
  gap: ({ above }) => `${unfazed(above)} above`,
  "waits-scare": "Still hiding: {names}",
  "waits-drop": "Still giving up a card: {names}",
  "waits-play": "{names} is to play",
  "waits-lead": "{names} leads",
  "over-one": "{names} wins",
  "over-more": "{names} share the win",
  // memory
  unseen: "Not seen yet",
  "unseen-of": ({ card, count }) => `${NUMBERS[count] ?? count} of ${card} not seen`,
  // the score sheet and the result of a round
  sheet: "Points of each round",
  close: "Close",
  round: "Round",
  "rounds-before": "to {round}",
  total: "Total",
  "round-result": "Round {round}",
  paranoia: "Paranoia!",
  eek: "Eeek!",
  "nobody-screamed": "Nobody has screamed",
  "moved-up": "Bottom card to the top, unseen",
  unmoved: "One card left: nothing moves",
  // pictures of worked examples
  "scene-hand": "{name}'s hand",
  "scene-deck": "{name}'s character deck, top to bottom",
  "scene-decks": "Character decks from top to bottom; cards that were revealed lie on the left",
  // coach
  "coach-scare":
    "Every trick that you win turns up a card of this deck. Turn up your Scared card and " +
    "you score nothing. The Unfazed cards below it are your points: deep is safe, high " +
    "is bold. Touch a gap to hide it.",
  "coach-lead":
    "Touch a card to play it. The highest wins the trick, and who wins it turns up a " +
    "character card: winning is rarely what you want.",
  "coach-sets":
    "Several cards of one value count little: three 8s are 3.8. You draw back all but one of them.",
  "coach-mirror":
    "A 0/10 counts as 0 or as 10. With one in the trick nobody turns up a card: the " +
    "winner's bottom card slips on top instead.",
  "coach-five": "Each 5 in a trick turns up one more card of the winner's deck, whoever played it.",
  "coach-drop": "Deck and discard are empty. What everybody gives up becomes the new deck.",
};

export const say = catalogue(words);
export default words;
