import type { MeJson } from '#/lib/accounts/me/me-schemas.ts';
import { Store } from '#/lib/core/store.ts';

/**
 * The signed-in user and workspace, from the last response. A session is in one workspace at a time: when a response
 * names another, the page belongs to the previous one, and `onMoved` is called instead.
 */
export class MeUpdates extends Store<MeJson> {
  readonly #onMoved: () => void;
  #savedAt: number;
  #hasMoved = false;

  constructor(me: MeJson, onMoved: () => void) {
    super(me);
    this.#savedAt = Date.parse(me.server_time);
    this.#onMoved = onMoved;
  }

  /** Shows settings before the server has saved them. Returns a function that rolls them back. */
  preview(change: Partial<MeJson['user']>): () => void {
    const before = this.current().user;
    const old = Object.fromEntries(Object.keys(change).map((name) => [name, before[name as keyof MeJson['user']]]));
    this.set({ ...this.current(), user: { ...before, ...change } });
    return () => this.set({ ...this.current(), user: { ...this.current().user, ...old } });
  }

  /** An older state changes nothing. */
  apply(me: MeJson): void {
    const at = Date.parse(me.server_time);
    if (this.#hasMoved || at < this.#savedAt) return;
    this.#savedAt = at;
    const { workspace, user } = this.current();
    if (me.workspace.id !== workspace.id || me.user.id !== user.id) {
      this.#hasMoved = true;
      this.#onMoved();
    } else if (fingerprintOf(me) !== fingerprintOf(this.current())) {
      this.set(me);
    }
  }
}

function fingerprintOf({ server_time: _, ...me }: MeJson): string {
  return JSON.stringify(me);
}
