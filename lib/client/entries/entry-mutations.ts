import type { SpanBody } from '#/lib/client/entries/typed-span.ts';
import type { SubjectChange } from '#/lib/client/entries/typed-subject.ts';
import type { Http } from '#/lib/client/http/http.ts';
import { randomId } from '#/lib/client/http/random-id.ts';
import type { OptimisticUpdate } from '#/lib/client/offline/optimistic-updates.ts';
import { ensureTicket, linkedTicket } from '#/lib/client/tickets/ensure-ticket.ts';
import type { NamedTicket } from '#/lib/client/tickets/named-ticket.ts';
import { ticketBody } from '#/lib/client/tickets/ticket-body.ts';
import { laterOf, optimisticEdit } from '#/lib/client/timers/optimistic-timer.ts';
import { subjectBody, type TimerDraft } from '#/lib/client/timers/timer-draft.ts';
import type { TimerMutations } from '#/lib/client/timers/timer-mutations.ts';
import type { EditTimerBody } from '#/lib/tracking/timers/timer-input-schemas.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

type TimerChange = { timer: TimerJson; server_time: string };
/** The edit in a form: no spans if they are unchanged. */
type Whole = { spans: readonly SpanBody[] | null; subject: SubjectChange };

/**
 * Mutations of recorded time. Forms wait for the response, so that nothing typed is lost; keyboard actions are
 * optimistic. All reject with ApiProblem or NoResponse.
 */
export class EntryMutations {
  readonly #mutations: TimerMutations;
  readonly #http: Http;

  constructor(mutations: TimerMutations, http: Http) {
    this.#mutations = mutations;
    this.#http = http;
  }

  add(draft: TimerDraft, spans: SpanBody[]): Promise<TimerChange> {
    const ticketKey = randomId();
    return this.#mutations.mutate([], async (keys) => {
      const ticket = linkedTicket(draft);
      if (ticket) await ensureTicket(this.#http, ticket, ticketKey);
      return this.#http.send<TimerChange>('/timers', {
        method: 'POST',
        body: { ...subjectBody(draft), spans },
        ...keys,
      });
    });
  }

  /** The last span has no end exactly when the timer is running. Shown at once if there is an optimistic update. */
  setSpans(
    timer: TimerJson,
    spans: readonly SpanBody[],
    optimisticUpdates: OptimisticUpdate[] = [],
  ): Promise<TimerChange> {
    return this.#mutations.mutate(optimisticUpdates, ({ requestId }) => this.#putSpans(timer, spans, requestId));
  }

  /**
   * Saves its times, then its subject, as one mutation: lists are not updated while half of it is in flight. An unknown
   * ticket is created. Saved times stay if the rest is rejected: `onTimes` is called with them.
   */
  save(timer: TimerJson, { spans, subject }: Whole, onTimes: (timer: TimerJson) => void): Promise<TimerChange> {
    const ticketKey = randomId();
    let times: TimerChange | null = null;
    return this.#mutations.mutate([], async ({ requestId }) => {
      if (spans && !times) {
        times = await this.#putSpans(timer, spans, requestId);
        onTimes(times.timer);
      }
      if (times && Object.keys(subject).length === 0) return times;
      const { ticket, ...words } = subject;
      const body = { ...words, ...(await this.#ticketBody(ticket, words.title ?? timer.title, ticketKey)) };
      return this.#mutations.patch(times?.timer ?? timer, body, requestId);
    });
  }

  /** Undoes that: `before` is the earlier subject. */
  restoreSubject(timer: TimerJson, { title, tags, ticket, project }: TimerJson): Promise<TimerChange> {
    const body = { title, tags, ticket_id: ticket?.id ?? null, project_id: project?.id ?? null };
    return this.#mutations.mutate([], ({ requestId }) => this.#mutations.patch(timer, body, requestId));
  }

  split(timer: TimerJson, at: number): Promise<TimerChange & { second: TimerJson }> {
    const body = { at: new Date(at).toISOString() };
    return this.#mutations.mutate(
      [],
      (keys) => {
        const { id, ifMatch } = this.#mutations.confirmed(timer);
        return this.#http.send<TimerChange & { second: TimerJson }>(`/timers/${id}/split`, {
          method: 'POST',
          body,
          ...keys,
          ifMatch,
        });
      },
      (response) => [response.timer, response.second],
    );
  }

  /** The time of the other joins this one, and the other is discarded. */
  merge(timer: TimerJson, other: TimerJson): Promise<TimerChange & { merged: TimerJson }> {
    const optimisticUpdates = [
      { after: optimisticEdit(other, { status: 'discarded' }), before: other },
      { after: optimisticMerge(timer, other), before: timer },
    ];
    return this.#mutations.mutate(
      optimisticUpdates,
      (keys) => {
        const body = { timer_id: this.#mutations.confirmed(other).id };
        return this.#http.send<TimerChange & { merged: TimerJson }>(
          `/timers/${this.#mutations.confirmed(timer).id}/merge`,
          {
            method: 'POST',
            body,
            ...keys,
          },
        );
      },
      (response) => [response.merged, response.timer],
    );
  }

  /** Undoes a discard. `before` is how it was shown, `discarded` the result. A running timer is restored as paused. */
  restore(before: TimerJson, discarded: TimerJson): Promise<TimerChange> {
    const { status, ended_at, end_reason } = before;
    const back = { status: status === 'running' ? 'paused' : status, ended_at, end_reason };
    const optimisticUpdates = [{ after: optimisticEdit(discarded, back), before: discarded }];
    return this.#mutations.mutate(optimisticUpdates, (keys) =>
      this.#http.send(`/timers/${discarded.id}/restore`, { method: 'POST', body: {}, ...keys }),
    );
  }

  #putSpans(timer: TimerJson, spans: readonly SpanBody[], requestId: string): Promise<TimerChange> {
    const { id, ifMatch } = this.#mutations.confirmed(timer);
    const body = { spans: this.#mutations.resolve(timer, spans) };
    return this.#http.send<TimerChange>(`/timers/${id}/spans`, { method: 'PUT', body, requestId, ifMatch });
  }

  async #ticketBody(named: NamedTicket | null | undefined, title: string, makeKey: string): Promise<EditTimerBody> {
    if (named === undefined) return {};
    if (named === null) return { ticket_id: null };
    return ticketBody(this.#http, named, title, makeKey);
  }
}

/** The expected result of a merge: both in one, with the spans in order. */
function optimisticMerge(timer: TimerJson, other: TimerJson): TimerJson {
  const spans = [...timer.spans, ...other.spans].sort(
    (left, right) => Date.parse(left.started_at) - Date.parse(right.started_at),
  );
  const ended_at = timer.ended_at && other.ended_at && laterOf(timer.ended_at, other.ended_at);
  const started_at = spans[0]?.started_at ?? timer.started_at;
  return optimisticEdit(timer, { spans, started_at, ended_at: ended_at || timer.ended_at });
}
