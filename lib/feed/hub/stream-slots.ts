/** Counts what each caller has open at once. */
export class StreamSlots {
  readonly #open = new Map<string, number>();

  /** How many callers have any open. */
  get size(): number {
    return this.#open.size;
  }

  /**
   * Takes one of `most`; returns the function that releases it (calling that twice is safe), or null when none is free.
   */
  take(caller: string, most: number): (() => void) | null {
    const open = this.#open.get(caller) ?? 0;
    if (open >= most) return null;
    this.#open.set(caller, open + 1);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      const left = (this.#open.get(caller) ?? 1) - 1;
      if (left > 0) this.#open.set(caller, left);
      else this.#open.delete(caller);
    };
  }
}
