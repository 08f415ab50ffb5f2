import type { Wish } from '#/lib/client/wish.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

export type Press = 'pause' | 'resume' | 'stop' | 'discard';

const FORECAST_STEP = 0.5;
const FORECAST_ID = 'forecast:';

/** What a press will most likely make of a timer: shown until the server has answered. */
export function forecast(timer: TimerJson, press: Press, serverNow: number): TimerJson {
  const at = new Date(serverNow).toISOString();
  const next = { ...timer, version: ahead(timer) };
  if (press === 'resume') {
    const span = { id: `${FORECAST_ID}${at}`, started_at: at, ended_at: null };
    return { ...next, status: 'running', running_since: at, spans: [...timer.spans, span] };
  }
  const spans = timer.spans.map((span) => (span.ended_at ? span : { ...span, ended_at: laterOf(at, span.started_at) }));
  const resting = { ...next, spans, running_since: null, cap_at: null };
  if (press === 'pause') return { ...resting, status: 'paused' };
  const [status, reason] = press === 'stop' ? (['stopped', 'stopped'] as const) : (['discarded', 'discarded'] as const);
  return { ...resting, status, end_reason: reason, ended_at: at };
}

/** The timer that a start will make. Its id is exchanged for the server's when the answer comes. */
export function forecastStart(wish: Wish, press: { id: string; userId: string; serverNow: number }): TimerJson {
  const at = new Date(press.serverNow).toISOString();
  const ticket = wish.ticket ?? (wish.newTicketKey ? newTicket(wish.newTicketKey, wish.title) : null);
  return {
    id: `${FORECAST_ID}${press.id}`,
    user_id: press.userId,
    type: 'manual',
    status: 'running',
    title: wish.title || ticket?.title || '',
    ticket,
    project: null,
    tags: wish.tags,
    started_at: at,
    ended_at: null,
    expected_end_at: null,
    running_since: at,
    elapsed_ms: 0,
    cap_at: null,
    plan: null,
    spans: [{ id: `${FORECAST_ID}${at}`, started_at: at, ended_at: null }],
    version: 1 - FORECAST_STEP,
    end_reason: null,
    needs_review: false,
    created_via: 'web',
  };
}

export function forecastEdit(timer: TimerJson, shown: Partial<TimerJson>): TimerJson {
  return { ...timer, ...shown, version: ahead(timer) };
}

export function isForecast(id: string): boolean {
  return id.startsWith(FORECAST_ID);
}

/** The version the server knows, of a timer that may be a forecast. */
export function confirmedVersion(timer: TimerJson): number {
  return Math.floor(timer.version);
}

/**
 * Half a version ahead: after all news from before the press, the answers to earlier presses included, and before the
 * server's answer to this one.
 */
function ahead({ version }: TimerJson): number {
  return Number.isInteger(version) ? version + FORECAST_STEP : version + 1;
}

function newTicket(key: string, title: string): NonNullable<TimerJson['ticket']> {
  return { id: `${FORECAST_ID}${key}`, key, title, url: null };
}

function laterOf(left: string, right: string): string {
  return Date.parse(left) < Date.parse(right) ? right : left;
}
