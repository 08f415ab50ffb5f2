import type { SpanJson } from '#/lib/tracking/spans/span-schemas.ts';
import type { TimerChangeJson, TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

let created = 0;

/** A timer as the API returns it: running since 09:00 UTC on 19 November, by default. */
export function timerJson(change: Partial<TimerJson> = {}): TimerJson {
  created += 1;
  return {
    id: `timer-${created}`,
    user_id: 'user',
    type: 'manual',
    status: 'running',
    title: 'Rate limiter',
    ticket: null,
    project: null,
    tags: [],
    started_at: '2026-11-19T09:00:00.000Z',
    ended_at: null,
    expected_end_at: null,
    running_since: '2026-11-19T09:00:00.000Z',
    elapsed_ms: 0,
    cap_at: null,
    plan: null,
    phase: null,
    cycles: [],
    spans: [spanJson('2026-11-19T09:00:00.000Z', null, `span-${created}`)],
    version: 1,
    end_reason: null,
    needs_review: false,
    last_seen_at: null,
    created_via: 'web',
    created_at: '2026-11-19T09:00:00.000Z',
    updated_at: '2026-11-19T09:00:00.000Z',
    ...change,
  };
}

/** The change from one timer to the other, as in its events; for a new one without a timer before. */
export function timerChange(before: TimerJson | null, after: TimerJson): TimerChangeJson {
  const { spans, cycles, ...facts } = after;
  const known = before?.spans ?? [];
  return {
    timer: { ...facts, span_count: spans.length },
    since_version: before?.version ?? null,
    spans: spans.filter((span) => !known.some((one) => JSON.stringify(one) === JSON.stringify(span))),
    removed_spans: known.map(({ id }) => id).filter((id) => !spans.some((span) => span.id === id)),
    cycles,
  };
}

/** A finished timer with these spans: `['09:00', '10:30']` on 19 November, or full instants. */
export function stoppedTimer(spans: [string, string][], change: Partial<TimerJson> = {}): TimerJson {
  const rows = spans.map(([from, to], index) => spanJson(instant(from), instant(to), `span-${index}`));
  return timerJson({
    status: 'stopped',
    end_reason: 'stopped',
    running_since: null,
    started_at: rows[0]?.started_at ?? instant('09:00'),
    ended_at: rows.at(-1)?.ended_at ?? null,
    spans: rows,
    ...change,
  });
}

/** A measured stretch as the API returns it, recorded in UTC. */
export function spanJson(started_at: string, ended_at: string | null, id = 's'): SpanJson {
  return { id, started_at, ended_at, origin: 'live', started_zone: 'UTC', ended_zone: ended_at && 'UTC' };
}

function instant(text: string): string {
  return text.length > 5 ? text : `2026-11-19T${text}:00.000Z`;
}
