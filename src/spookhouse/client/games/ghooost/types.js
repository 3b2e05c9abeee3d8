// What the board is drawn from.

/**
 * @typedef {object} View
 * @property {{players: number, mode: "single" | "match", dawn: number}} options
 * @property {number | null} seat
 * @property {"turn" | "over"} phase
 * @property {number} turn
 * @property {1 | -1} direction
 * @property {string[] | null} hand
 * @property {number[]} hand_sizes
 * @property {number[]} mansion_sizes
 * @property {number} crypt_size
 * @property {boolean} midnight
 * @property {[string, string][]} cemetery bottom first: the card, and the value that it was played
 *   as
 * @property {number} kitties
 * @property {string[]} discard
 * @property {number[]} left
 * @property {string[][]} known
 * @property {number} quiet
 * @property {number} round
 * @property {number[]} scores
 * @property {number[]} boos
 * @property {number | null} last_boo
 * @property {string[][]} [hands] all hands, where cards lie open
 */

/** @typedef {{event: string, seat: number | null, text?: string, [more: string]: any}} Happening */
/**
 * @typedef {{seat: number, name: string, kind?: string, mark?: any, colour?: string, away?:
 *   boolean, isYou?: boolean}} Person
 */
/** @typedef {{move: string, visits: number, expected?: number, best?: boolean}} Hint */
/** @typedef {{memory?: boolean, motion?: string, [more: string]: any}} Settings */

/**
 * @typedef {object} BoardProps
 * @property {View} view
 * @property {View | null} before
 * @property {Happening | null} event
 * @property {number | null} seat
 * @property {Person[]} people
 * @property {string[]} moves
 * @property {(move: string) => void} play
 * @property {(move: string) => void} why
 * @property {Hint[] | null} hints
 * @property {Settings} settings
 */

export {};
