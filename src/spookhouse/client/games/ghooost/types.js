// Types of what the board is drawn from.

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
 * @property {[string, string][]} cemetery bottom first: the card, and the value it was played as
 * @property {number} kitties
 * @property {string[]} discard
 * @property {number[]} left
 * @property {string[][]} known
 * @property {number} quiet
 * @property {number} round
 * @property {number[]} scores
 * @property {number[]} boos
 * @property {number | null} last_boo
 * @property {string[][]} [hands] all hands, if the cards are open
 */

/** @typedef {{event: string, seat: number | null, text?: string, [more: string]: any}} GameEvent */
/**
 * @typedef {{seat: number, name: string, kind?: string, mark?: any, colour?: string, away?:
 *   boolean, isYou?: boolean}} Player
 */
/** @typedef {{move: string, visits: number, expected?: number, best?: boolean}} Hint */
/** @typedef {{memory?: boolean, motion?: string, [more: string]: any}} Settings */

/**
 * @typedef {object} BoardProps
 * @property {View} view
 * @property {View | null} before
 * @property {GameEvent | null} event
 * @property {number | null} seat
 * @property {Player[]} players
 * @property {string[]} moves
 * @property {(move: string) => void} play
 * @property {(move: string) => void} why
 * @property {Hint[] | null} hints
 * @property {Settings} settings
 */

export {};
