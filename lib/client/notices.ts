/** One thing to say at the foot of the page, and at most one thing to do about it. */
export type Notice = {
  icon: 'switch' | 'check' | 'play' | 'pause' | 'stop' | 'discard' | 'warning';
  /** What happened. */
  lead: string;
  text?: string;
  action?: { label: string; run: () => void };
};

export type ShownNotice = Notice & { id: number };

/** The notice at the foot of the page: one at a time, the latest. */
export class Notices {
  readonly #listeners = new Set<() => void>();
  #current: ShownNotice | null = null;
  #count = 0;

  current(): ShownNotice | null {
    return this.#current;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  show(notice: Notice): void {
    this.#count += 1;
    this.#set({ ...notice, id: this.#count });
  }

  dismiss(): void {
    this.#set(null);
  }

  #set(notice: ShownNotice | null): void {
    this.#current = notice;
    for (const listener of this.#listeners) listener();
  }
}
