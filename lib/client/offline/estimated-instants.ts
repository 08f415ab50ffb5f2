import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

type Spans = readonly { started_at: string; ended_at: string | null }[];
type OptimisticSpans = { after: Pick<TimerJson, 'spans'>; before: Pick<TimerJson, 'spans'> | null };

/**
 * Maps the instants that this page estimated to those that the server recorded. A pause ends a span at once with a
 * estimated instant; a change of spans made before its response contains that estimate, and the server must not record it.
 */
export class EstimatedInstants {
  /** By timer, edge and estimate. Undefined for a rejected start, and its span with it. */
  readonly #actual = new Map<string, string | null | undefined>();

  /** `actual`: the spans now that the action got a response or was rolled back. */
  learn(id: string, { after, before }: OptimisticSpans, actual: Spans): void {
    for (const [index, span] of after.spans.entries()) {
      const [was, real] = [before?.spans[index], actual[index]];
      if (!was) this.#record(`${id} start ${span.started_at}`, span.started_at, real?.started_at);
      if (was?.ended_at === null && span.ended_at && real) {
        this.#record(`${id} end ${span.ended_at}`, span.ended_at, real.ended_at);
      }
    }
  }

  /** The same spans with the server's instants. */
  resolve(id: string, spans: Spans): { started_at: string; ended_at: string | null }[] {
    return spans.flatMap(({ started_at, ended_at }) => {
      const from = this.#resolved(`${id} start ${started_at}`, started_at);
      return from ? [{ started_at: from, ended_at: this.#resolved(`${id} end ${ended_at}`, ended_at) ?? null }] : [];
    });
  }

  #record(key: string, estimate: string, actual: string | null | undefined): void {
    if (actual !== estimate) this.#actual.set(key, actual);
  }

  #resolved(key: string, estimate: string | null): string | null | undefined {
    return this.#actual.has(key) ? this.#actual.get(key) : estimate;
  }
}
