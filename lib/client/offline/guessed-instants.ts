import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

type Spans = readonly { started_at: string; ended_at: string | null }[];
type Guess = { optimistic: Pick<TimerJson, 'spans'>; before: Pick<TimerJson, 'spans'> | null };

/**
 * Maps the instants that this page guessed to those that the server recorded. A pause ends a span at once with a
 * guessed instant; a change of spans made before its response contains that guess, and the server must not record it.
 */
export class GuessedInstants {
  /** By timer, edge and guess. Undefined for a rejected start, and its span with it. */
  readonly #became = new Map<string, string | null | undefined>();

  /** `became` are the spans now that the action got a response or was rolled back. */
  learn(id: string, { optimistic, before }: Guess, became: Spans): void {
    for (const [index, span] of optimistic.spans.entries()) {
      const [was, real] = [before?.spans[index], became[index]];
      if (!was) this.#note(`${id} start ${span.started_at}`, span.started_at, real?.started_at);
      if (was?.ended_at === null && span.ended_at && real) {
        this.#note(`${id} end ${span.ended_at}`, span.ended_at, real.ended_at);
      }
    }
  }

  /** The same spans with the server's instants. */
  settle(id: string, spans: Spans): { started_at: string; ended_at: string | null }[] {
    return spans.flatMap(({ started_at, ended_at }) => {
      const from = this.#settled(`${id} start ${started_at}`, started_at);
      return from ? [{ started_at: from, ended_at: this.#settled(`${id} end ${ended_at}`, ended_at) ?? null }] : [];
    });
  }

  #note(key: string, guess: string, real: string | null | undefined): void {
    if (real !== guess) this.#became.set(key, real);
  }

  #settled(key: string, guess: string | null): string | null | undefined {
    return this.#became.has(key) ? this.#became.get(key) : guess;
  }
}
