import { Store } from '#/lib/core/store.ts';

/** What the button says that undoes. */
export const UNDO = 'Undo';

/** What is said of a press that is kept until the server can be reached. */
export const KEPT = 'Saved on this device.';

/** A way back, which the key for undo takes too. `isUntilStart`: of a stop, which another timer that runs by then would reject. */
type Undo = { undo: () => void; isUntilStart?: true; label?: undefined; run?: undefined };
type ToastAction = Undo | { label: string; run: () => void; undo?: undefined; isUntilStart?: undefined };

/** One thing to say at the foot of the page, and at most one thing to do about it. */
export type Toast = {
  icon: 'switch' | 'check' | 'play' | 'pause' | 'stop' | 'discard' | 'plus' | 'split' | 'merge' | 'warning';
  /** What happened. */
  lead: string;
  text?: string;
  action?: ToastAction;
  /** No one on this page asked for it: it waits for one that offers a way out. */
  isFromElsewhere?: true;
};

export type ShownToast = Toast & { id: number };

/** The notice at the foot of the page: one at a time, the latest. */
export class Toasts extends Store<ShownToast | null> {
  #waiting: Toast | null = null;
  #undo: Undo | null = null;
  /** What could be undone before that. */
  #undoBefore: Undo | null = null;
  #count = 0;

  constructor() {
    super(null);
  }

  show(toast: Toast): void {
    const shown = this.current();
    if (toast.isFromElsewhere && shown?.action) {
      this.#waiting = toast.lead === shown.lead ? null : toast;
      return;
    }
    this.#waiting = null;
    this.#count += 1;
    if (toast.action?.undo) {
      this.#undoBefore = this.#undo;
      this.#undo = toast.action;
    }
    this.set({ ...toast, id: this.#count });
  }

  /** What this undo would undo has not come to be: the one before it counts again. */
  withdraw(undo: () => void): void {
    if (this.#undo?.undo === undo) this.#backToBefore();
  }

  /** A timer starts: from now on its stop before can't be undone, and isn't offered. */
  begin(): void {
    if (this.current()?.action?.isUntilStart) this.dismiss();
    if (this.#undoBefore?.isUntilStart) this.#undoBefore = null;
    if (this.#undo?.isUntilStart) this.#backToBefore();
  }

  /** Undoes what was done last of what can be undone, though its notice may be gone. Once only. */
  undo(): void {
    const undo = this.#undo;
    if (!undo) return;
    this.#undo = null;
    if (this.current()?.action === undo) this.dismiss();
    undo.undo();
  }

  dismiss(): void {
    const waiting = this.#waiting;
    this.set(null);
    if (waiting) this.show(waiting);
  }

  #backToBefore(): void {
    this.#undo = this.#undoBefore;
    this.#undoBefore = null;
  }
}
