import { Store } from '#/lib/core/store.ts';

/** The label of the undo button. */
export const UNDO = 'Undo';

/** The message for a queued action. */
export const STORED_LEAD = 'Saved on this device.';

/** An undo, which its key uses too. `isUntilStart`: of a stop, which would be rejected while another timer runs. */
type Undo = { undo: () => void; isUntilStart?: true; label?: undefined; run?: undefined };
type ToastAction = Undo | { label: string; run: () => void; undo?: undefined; isUntilStart?: undefined };

/** One message at the bottom of the page, with at most one action. */
export type Toast = {
  icon: 'switch' | 'check' | 'play' | 'pause' | 'stop' | 'discard' | 'plus' | 'split' | 'merge' | 'warning';
  /** What happened. */
  lead: string;
  text?: string;
  action?: ToastAction;
  /** Not caused on this page: it waits for one that offers an action. */
  isRemote?: true;
};

export type ShownToast = Toast & { id: number };

/** The toast at the bottom of the page: one at a time, the latest. */
export class Toasts extends Store<ShownToast | null> {
  #waiting: Toast | null = null;
  #undo: Undo | null = null;
  /** The previous undo. */
  #previous: Undo | null = null;
  #count = 0;

  constructor() {
    super(null);
  }

  show(toast: Toast): void {
    const shown = this.current();
    if (toast.isRemote && shown?.action) {
      this.#waiting = toast.lead === shown.lead ? null : toast;
      return;
    }
    this.#waiting = null;
    this.#count += 1;
    if (toast.action?.undo) {
      this.#previous = this.#undo;
      this.#undo = toast.action;
    }
    this.set({ ...toast, id: this.#count });
  }

  /** The action of this undo was not applied: the previous one counts again. */
  withdraw(undo: () => void): void {
    if (this.#undo?.undo === undo) this.#restore();
  }

  /** A timer starts: from now on the stop before it can't be undone, and that isn't offered. */
  started(): void {
    if (this.current()?.action?.isUntilStart) this.dismiss();
    if (this.#previous?.isUntilStart) this.#previous = null;
    if (this.#undo?.isUntilStart) this.#restore();
  }

  /** Undoes the last action that can be undone, even if its toast is gone. Once only. */
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

  #restore(): void {
    this.#undo = this.#previous;
    this.#previous = null;
  }
}
