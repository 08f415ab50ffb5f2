import { Store } from '#/lib/core/store.ts';

/** Announces what happens to the timer in the polite status region, for screen readers. */
export class Announcer extends Store<string> {
  constructor() {
    super('');
  }

  announce(message: string): void {
    // The same text twice would be no change, and not be read out.
    this.set(message === this.current() ? `${message}\u00a0` : message);
  }
}
