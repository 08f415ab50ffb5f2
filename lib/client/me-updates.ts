import type { MeJson } from '#/lib/accounts/me-schemas.ts';

/**
 * Who looks at the page, and in which workspace, as the server said last. One session works in one workspace at a time:
 * when an answer names another, what is on the page belongs to the one before, and `onMoved` is called instead.
 */
export class MeUpdates {
  readonly #listeners = new Set<() => void>();
  readonly #onMoved: () => void;
  #me: MeJson;
  #toldAt: number;
  #hasMoved = false;

  constructor(me: MeJson, onMoved: () => void) {
    this.#me = me;
    this.#toldAt = Date.parse(me.server_time);
    this.#onMoved = onMoved;
  }

  current(): MeJson {
    return this.#me;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Shows settings before the server has taken them. Returns what takes them back. */
  assume(change: Partial<MeJson['user']>): () => void {
    const before = this.#me.user;
    const old = Object.fromEntries(Object.keys(change).map((name) => [name, before[name as keyof MeJson['user']]]));
    this.#set({ ...this.#me, user: { ...before, ...change } });
    return () => this.#set({ ...this.#me, user: { ...this.#me.user, ...old } });
  }

  /** What is older than what is known changes nothing. */
  tell(me: MeJson): void {
    const at = Date.parse(me.server_time);
    if (this.#hasMoved || at < this.#toldAt) return;
    this.#toldAt = at;
    if (me.workspace.id !== this.#me.workspace.id || me.user.id !== this.#me.user.id) {
      this.#hasMoved = true;
      this.#onMoved();
    } else if (wordsOf(me) !== wordsOf(this.#me)) {
      this.#set(me);
    }
  }

  #set(me: MeJson): void {
    this.#me = me;
    for (const listener of this.#listeners) listener();
  }
}

function wordsOf({ server_time: _, ...me }: MeJson): string {
  return JSON.stringify(me);
}
