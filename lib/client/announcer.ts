import { Store } from '#/lib/core/store.ts';

/** Words for the polite status region: what happens to the timer, for those who do not see it. */
export class Announcer extends Store<string> {
  constructor() {
    super('');
  }

  say(words: string): void {
    // The same words twice would be no change, and not be read out.
    this.set(words === this.current() ? `${words}\u00a0` : words);
  }
}
