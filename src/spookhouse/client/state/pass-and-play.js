// Pass and play: several players on one device. Between two seats a screen hides what only one seat
// may know, until the next player takes the device.
import { batch, computed, effect, signal, untracked } from "../lib.js";
import { clearAnnouncements } from "../parts/announcer.js";
import { clearToasts } from "../parts/toast.js";

export class PassAndPlay {
  /** @param {import("./table-session.js").TableSession} session */
  constructor(session) {
    this.session = session;
    this.passes = 0; // how often the device was passed on
    /**
     * @type {import("../vendor/signals.js").Signal<number | null>} the seat whose player has taken
     *   the device
     */
    this.holder = signal(/** @type {number | null} */ (null));
    this.isShared = computed(
      () => session.table.value?.phase === "playing" && session.mine.value.length > 1,
    );
    this.toMove = computed(() => this.seatToMove());
    /** The seat whose player is to take the device. */
    this.next = computed(
      () => this.toMove.value ?? session.seat.value ?? session.mine.value[0] ?? null,
    );
    /** Whether another seat than that of the holder is to move, and everything before was shown. */
    this.turnEnded = computed(
      () =>
        this.isShared.value &&
        this.holder.value !== null &&
        this.toMove.value !== null &&
        this.toMove.value !== this.holder.value &&
        !session.busy.value,
    );
    this.hidden = computed(
      () =>
        this.isShared.value &&
        (this.turnEnded.value ||
          this.holder.value === null ||
          this.holder.value !== session.seat.value),
    );
    this.stops = [
      effect(() => void (this.turnEnded.value && untracked(() => this.passOn()))),
      effect(() => this.watchNext()),
    ];
  }

  close() {
    for (const stop of this.stops) stop();
  }

  /** Return the first seat of this device that is to move. */
  seatToMove() {
    const table = this.session.table.value;
    const seat = this.session.mine.value.find(
      (/** @type {number} */ each) =>
        table.waiting.includes(each) && !table.seats[each].played_by_bot,
    );
    return seat ?? null;
  }

  /** Hide everything that belongs to one seat. */
  passOn() {
    this.passes++;
    dispatchEvent(new PointerEvent("pointercancel")); // pictures that are dragged are on the page
    batch(() => {
      this.holder.value = null;
      clearAnnouncements();
      clearToasts();
    });
  }

  /** Watch the next seat while nothing of it is shown. */
  watchNext() {
    const next = this.next.value,
      seat = this.session.seat.value;
    if (this.hidden.value && seat !== null && seat !== next)
      untracked(() => void this.session.watch(next));
  }

  /** The next player has the device. The snapshot of the seat may still be under way. */
  take() {
    this.holder.value = this.next.value;
  }

  /**
   * Return a function that shows an answer, unless the device was passed on meanwhile: only the
   * seat that asked may see the answer.
   * @param {(answer: any) => void} show
   */
  onlyForHolder(show) {
    const number = this.passes;
    return (/** @type {any} */ answer) => void (number === this.passes && show(answer));
  }
}
