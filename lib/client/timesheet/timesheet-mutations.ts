import type { Http } from '#/lib/client/http/http.ts';
import { randomId } from '#/lib/client/http/random-id.ts';
import { NO_ZONES, optimisticEdit, optimisticStart } from '#/lib/client/timers/optimistic-timer.ts';
import type { TimerMutations } from '#/lib/client/timers/timer-mutations.ts';
import type { RowsBy, Subject } from '#/lib/client/timesheet/timesheet.ts';
import type { Stretch } from '#/lib/client/timesheet/timesheet-place.ts';
import type { Change, KeptSpan } from '#/lib/client/timesheet/timesheet-plan.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

type TimerChange = { timer: TimerJson; server_time: string };
type Parts = { mutations: TimerMutations; http: Http; userId: string };

/**
 * The effect on timers of durations typed into a timesheet: shown at once, rolled back when rejected. Each can be
 * undone as long as no one changes the timer. All reject with ApiProblem or NoResponse.
 */
export class TimesheetMutations {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async add(subject: Subject, by: RowsBy, stretches: readonly Stretch[]): Promise<TimerJson> {
    const { mutations, http, userId } = this.#parts;
    const spans = stretches.map(spanOf);
    const update = { after: optimisticEntry(subject, spans, userId), before: null };
    const body = { ...aboutOf(subject, by), spans };
    const { timer } = await mutations.mutate<TimerChange>(
      [update],
      (keys) => http.send('/timers', { method: 'POST', body, ...keys }),
      // The server's timer replaces the optimistic one.
      (response) => [{ ...update.after, status: 'discarded' }, response.timer],
    );
    return timer;
  }

  /** Its earlier state is the input of `putBack`. */
  async change({ timer, spans }: Change): Promise<TimerJson> {
    const { mutations } = this.#parts;
    if (spans.length === 0) return (await mutations.change(timer, 'discard')).timer;
    return this.#setSpans(timer, spans);
  }

  /** Undoes a change: `changed` is its result. */
  async restoreTimer(before: TimerJson, changed: TimerJson): Promise<void> {
    if (changed.status === 'discarded') await this.#restore(before, changed);
    else await this.#setSpans(changed, storedSpans(before));
  }

  async remove(timer: TimerJson): Promise<void> {
    await this.#parts.mutations.change(timer, 'discard');
  }

  async #setSpans(timer: TimerJson, spans: KeptSpan[]): Promise<TimerJson> {
    const { mutations, http } = this.#parts;
    const update = { after: optimisticEdit(timer, optimisticSpans(timer, spans)), before: timer };
    const response = await mutations.mutate<TimerChange>([update], ({ requestId }) => {
      const { id, ifMatch } = mutations.confirmed(timer);
      const body = { spans: mutations.resolve(timer, spans) };
      return http.send(`/timers/${id}/spans`, { method: 'PUT', body, requestId, ifMatch });
    });
    return response.timer;
  }

  async #restore(before: TimerJson, discarded: TimerJson): Promise<void> {
    const { mutations, http } = this.#parts;
    const update = { after: optimisticEdit({ ...before, version: discarded.version }, {}), before: discarded };
    await mutations.mutate<TimerChange>([update], (keys) =>
      http.send(`/timers/${discarded.id}/restore`, { method: 'POST', body: {}, ...keys }),
    );
  }
}

/** The subject of an entry created in this row: in the form of `POST /timers`. */
function aboutOf({ ticket, project, title }: Subject, by: RowsBy) {
  if (by === 'ticket' && ticket) return { ticket_id: ticket.id };
  return { ...(by === 'ticket' && title && { title }), ...(project && { project_id: project.id }) };
}

function optimisticEntry({ ticket, project, title }: Subject, spans: KeptSpan[], userId: string): TimerJson {
  const draft = { title: ticket?.title ?? title, ticket, newTicketKey: null, tags: [] };
  const started = optimisticStart({ ...draft }, { id: randomId(), userId, serverNow: 0 });
  const ended = { status: 'stopped', end_reason: 'stopped', running_since: null } as const;
  return { ...started, ...ended, project, ...optimisticSpans(started, spans) };
}

/** The expected timer with these spans. */
function optimisticSpans(timer: TimerJson, spans: KeptSpan[]): Pick<TimerJson, 'spans' | 'started_at' | 'ended_at'> {
  return {
    spans: spans.map((span, index) => ({
      ...span,
      ...NO_ZONES,
      id: timer.spans[index]?.id ?? `new-${index}`,
      origin: 'entered',
    })),
    started_at: spans[0]?.started_at ?? timer.started_at,
    ended_at: spans.at(-1)?.ended_at ?? null,
  };
}

function storedSpans({ spans }: TimerJson): KeptSpan[] {
  return spans.map(({ started_at, ended_at }) => ({ started_at, ended_at }));
}

function spanOf({ from, to }: Stretch): KeptSpan {
  return { started_at: new Date(from).toISOString(), ended_at: new Date(to).toISOString() };
}
