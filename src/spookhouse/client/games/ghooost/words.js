// The texts of Ghooost!'s board.
import { catalogue } from "../../words/words.js";

const NUMBERS = [
  "no",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
  "thirteen",
  "fourteen",
];

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Write a number in words, such as "two".
 * @param {number} number
 */
export const number = (number) => NUMBERS[number] ?? String(number);

/**
 * Name a card: "five", "fives", "sixes", "Kitty", "Miss Copies".
 * @param {string} card
 * @param {number} [count]
 */
export function noun(card, count = 1) {
  if (card === "K") return count === 1 ? "Kitty" : "Kitties";
  if (card === "X") return count === 1 ? "Miss Copy" : "Miss Copies";
  return NUMBERS[Number(card)] + (count === 1 ? "" : card === "6" ? "es" : "s");
}

/**
 * Name equal cards: "two fives", "a five", "an eight".
 * @param {string} card
 * @param {number} count
 */
export function several(card, count) {
  if (count > 1) return `${number(count)} ${noun(card, count)}`;
  return card === "K" || card === "X"
    ? noun(card)
    : `${card === "8" || card === "11" ? "an" : "a"} ${noun(card)}`;
}

/** @param {number} count */
export const ghosts = (count) => (count === 1 ? "1 ghost" : `${count} ghosts`);

const SHORT = ["", "1st", "2nd", "3rd", "4th", "5th"];
const PLACES = ["", "First", "Second", "Third", "Fourth", "Fifth"];

/** @type {Record<string, string | ((values: any) => string)>} */
export const words = {
  "reason.last-haunted": "Only one of you is still haunted.",
  "reason.dawn": "Nothing moved any more, and dawn broke.",
  "reason.second-boo": "Somebody was scared for the second time.",
  "move.ghosts": ({ card, count, copy }) => several(card, count) + (copy ? " with Miss Copy" : ""),
  "move.kitty": "Kitty",
  "move.luck": "Try your luck",
  "move.collect": ({ count }) => `Collect ${ghosts(count)}`,
  "move.mansion": "Open your mansion",
  "move.pass": "Pass",
  "action.collect": "Collect {count}",
  "choice.title": ({ card }) =>
    card === "X" ? "Whom does Miss Copy join?" : `How many ${noun(card, 2)}?`,
  "choice.close": "Not these",
  "choice.ghosts": ({ count, copy }) => capital(number(count)) + (copy ? " + Miss Copy" : ""),
  "choice.joined": ({ card, count }) => capital(several(card, count)),
  "prompt.yours": "Your turn",
  "prompt.again": "You go again!",
  "prompt.mansion": "Your hand is empty",
  "prompt.waiting": "{name} plays",
  "prompt.waiting-again": "{name} goes again",
  "prompt.over": "The game is over",
  "prompt.out": "You are out of the house. Well done!",
  cemetery: "Cemetery",
  "cemetery.empty": "The cemetery is empty",
  "cemetery.top": ({ card, count }) => `On top: ${several(card, count)}`,
  "cemetery.open": ({ count, top }) => `Cemetery, ${ghosts(count)}. ${top}. Look at all of them`,
  "cemetery.below": ({ count }) => `${count} below`,
  "cemetery.all": "In the cemetery, the top ghost first",
  kitties: ({ count }) => (count === 1 ? "Kitty beside it" : `${count} Kitties beside it`),
  discard: "Gone",
  "discard.open": ({ count }) => `Gone for good: ${ghosts(count)}. Look at them`,
  "discard.all": "Gone for good",
  "discard.none": "Nobody is gone yet",
  "pile.close": "Close",
  "crypt.left": ({ count }) =>
    count === 1 ? "1 minute to midnight" : `${count} minutes to midnight`,
  "crypt.midnight": "Midnight has struck",
  clock: ({ count }) =>
    count
      ? `The clock: ${count === 1 ? "one ghost" : `${count} ghosts`} in the crypt, ` +
        "so many minutes to midnight"
      : "The clock: midnight has struck",
  "direction.1": "Clockwise",
  "direction.-1": "Against the clock",
  round: "Round {round}",
  seat: ({ name, hand, mansion, known, turn, left, match, score, boos }) =>
    [
      name + (turn ? ", whose turn it is" : ""),
      left
        ? `${PLACES[left].toLowerCase()} out of the house`
        : `${hand} in hand, ${mansion} in the mansion`,
      known ? `known: ${known}` : "",
      match ? `${score} points, ${boos} Boo!` : "",
    ]
      .filter(Boolean)
      .join(". "),
  "seat.out": ({ place }) => `${SHORT[place]} out`,
  "seat.haunted": "Haunted!",
  "seat.turn": "Plays",
  "seat.again": "Goes again",
  "seat.skipped": "Stares at Kitty",
  "seat.boos": ({ boos }) => `${boos} Boo!`,
  "seat.hand": ({ count }) => `${count} in hand`,
  "seat.mansion": ({ count }) => `${count} in the mansion`,
  "seat.known": "Seen going into this hand",
  "seat.nothing": "Nothing is known of this hand",
  hand: "Your hand",
  "hand.group": ({ card, count, known, playable }) =>
    [
      several(card, count),
      /^\d/.test(card) && name(card),
      known && (known === count ? "known to all" : `${known} known to all`),
      playable ? "playable" : "not playable",
    ]
      .filter(Boolean)
      .join(", "),
  "hand.empty": "No ghost in hand",
  "hand.hidden": ({ count }) => `${ghosts(count)} in hand`,
  "hint.best": "The best by the hint",
  "splash.double": "Double!",
  "splash.triple": "Triple!",
  "splash.quartet": "Quartet!",
  "splash.midnight": "Midnight!",
  "splash.dawn": "Dawn",
  "splash.boo": "Boo!",
  "splash.again": "Again!",
  "splash.left": "Free!",
  "splash.turned": "The other way!",
  "splash.valid": "A place to rest!",
  "splash.invalid": "No place here!",
  "splash.round": "Round {round}",
  "splash.skipped": "Skipped!",
  "sheet.player": "Player",
  "sheet.points": "Points",
  "sheet.boos": "Boo!",
  "sheet.out": "Left the house",
  "sheet.ghosts": "Ghosts",
  "sheet.haunted": "haunted",
  "sheet.in": "still in",
  "sheet.place": ({ place }) => PLACES[place].toLowerCase(),
  "sheet.caption": "Score sheet",
  "pieces.ghosts": "The ghosts",
  "pieces.other": "The rest of the house",
  "pieces.count": ({ count }) => `${number(count)} of them`,
  "pieces.back": "The back of every ghost",
  "pieces.boo": "Boo! token, for match play",
  "pieces.mansion": "A mansion, with a light for each ghost in it",
  "pieces.crypt": "The crypt, from which all draw until midnight",
  "pieces.clock": "The clock: a minute for each ghost in the crypt",
  "pieces.copy": "Miss Copy, played as a 9",
  "family.Fearless": "Fearless",
  "family.Scary": "Scary",
  "family.Special": "Special",
  "family.Common": "Common",
  "character.1": "Small, quick, and afraid of nobody: goes on any ghost there is.",
  "character.2": "Sewn together from leftovers, and eager to please.",
  "character.3": "Three heads, one bark. Most ghosts keep away.",
  "character.4": "Lives under the bed and sneezes at midnight.",
  "character.5": "Ate her own shroud, and would eat yours.",
  "character.6": "Every stair in the house knows his knees.",
  "character.7": "The draught in the keyhole, with a tune of its own.",
  "character.8": "Spins about, and play runs the other way round.",
  "character.9": "Still looking for the cellar door, since 1742.",
  "character.10": "Keeps all the windows open and all the fires out.",
  "character.11": "Rattles so loudly that the whole cemetery runs away.",
  "character.12": "Opens the door very slowly. Nobody passes.",
  "character.13": "Grows on you. You cannot get rid of her.",
  "character.14": "Nobody hears a higher bell than his.",
  "character.K": "Strolls past the grave, and somebody loses a turn staring.",
  "character.X": "Is whoever she stands beside. Alone she is no one.",
  picture: "Ghosts rise from a cemetery below a mansion, and a clock shows a quarter to midnight",
  "scene.empty": "Empty cemetery",
  "scene.crypt": ({ count }) => `${count} in the crypt`,
  "scene.midnight": "After midnight",
  "scene.direction.1": "Clockwise",
  "scene.direction.-1": "Counter-clockwise",
  "scene.discard": ({ count }) => `${count} discarded`,
  "scene.hand": "{name}’s hand",
  "scene.points": ({ count }) => (count === 1 ? "point" : "points"),
  "scene.copy": "One of them is Miss Copy, played as {ghost}",
  "scene.below": "Below, from the top: {ghosts}",
  "coach.aim":
    "Get rid of your ghosts: those in your hand, and in the end those in your mansion. " +
    "Whoever is haunted last loses. What glows can be touched now.",
  "coach.play":
    "Touch a glowing ghost to play it. What you lay must be at least as high as what lies on top.",
  "coach.several":
    "Equal ghosts can go together. Two or more from your hand give you another turn.",
  "coach.luck":
    "Nothing you like? Turn up a ghost from the crypt. If it fits, it stays; if not, " +
    "everything is yours.",
  "coach.collect":
    "Collect takes everything in the cemetery into your hand. Sometimes that is wise, " +
    "before midnight.",
  "coach.scary":
    "A Scary ghost lies on top. Only Scary ones, a 1, Kitty or a Quartet dare go there.",
  "coach.midnight":
    "Midnight has struck. Nobody draws any more: empty your hand, then your mansion.",
  "coach.mansion": "Your hand is empty. Open your mansion, ghost by ghost. Nobody knows who comes.",
  "coach.kitty": "Kitty can always stroll past. The next player loses a turn.",
  "coach.copy":
    "Miss Copy joins other ghosts and counts as one of them. Alone she cannot be played.",
};

/** @type {Record<string, string>} */
export const NAMES = {
  1: "Scooty",
  2: "Franky Jr",
  3: "Cerberus",
  4: "Dusty",
  5: "Moth Maud",
  6: "Grandpa Creak",
  7: "Pip Whistle",
  8: "Twist",
  9: "Lantern Lou",
  10: "Baron Draught",
  11: "Skeletum",
  12: "Igor",
  13: "Madame Mildew",
  14: "The Bellringer",
  K: "Kitty",
  X: "Miss Copy",
};

/** @param {string} card */
export const name = (card) => NAMES[card];

export default words;
export const say = catalogue(words);
