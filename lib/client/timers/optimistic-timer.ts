import type { TimerDraft } from '#/lib/client/timers/timer-draft.ts';
import type { PhaseJson } from '#/lib/tracking/cycles/cycle-schemas.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

export type OptimisticAction = 'pause' | 'resume' | 'stop' | 'discard';

const OPTIMISTIC_STEP = 0.5;
const OPTIMISTIC_ID = 'optimistic:';
/** Known only to the server. */
export const NO_ZONES = { started_zone: null, ended_zone: null };

/** The optimistic result of an action on a timer, shown until the server responds. */
export function optimistic(timer: TimerJson, action: OptimisticAction, serverNow: number): TimerJson {
  const at = new Date(serverNow).toISOString();
  const next = { ...timer, version: ahead(timer) };
  if (action === 'resume') {
    const span = { id: `${OPTIMISTIC_ID}${at}`, started_at: at, ended_at: null, origin: 'live' as const, ...NO_ZONES };
    if (timer.phase && timer.phase.kind !== 'work') return { ...next, phase: thawed(timer.phase, serverNow) };
    const phase = timer.phase && thawed(timer.phase, serverNow);
    return { ...next, status: 'running', running_since: at, spans: [...timer.spans, span], phase };
  }
  const spans = timer.spans.map((span) => (span.ended_at ? span : { ...span, ended_at: laterOf(at, span.started_at) }));
  const resting = { ...next, spans, running_since: null, cap_at: null };
  if (action === 'pause') return { ...resting, status: 'paused', phase: timer.phase && frozen(timer.phase, serverNow) };
  const [status, reason] =
    action === 'stop' ? (['stopped', 'stopped'] as const) : (['discarded', 'discarded'] as const);
  return { ...resting, status, end_reason: reason, ended_at: at, phase: null };
}

function frozen(phase: PhaseJson, at: number): PhaseJson {
  if (!phase.ends_at) return { ...phase, state: 'frozen' };
  return { ...phase, state: 'frozen', ends_at: null, remaining_ms: Math.max(0, Date.parse(phase.ends_at) - at) };
}

function thawed(phase: PhaseJson, at: number): PhaseJson {
  if (phase.state !== 'frozen') return phase;
  if (phase.overdue_since) return { ...phase, state: phase.kind === 'work' ? 'overtime' : 'waiting' };
  return { ...phase, state: 'running', ends_at: new Date(at + phase.remaining_ms).toISOString() };
}

/** The expected timer of a start. Its id is replaced by the server's when the response arrives. */
export function optimisticStart(
  draft: TimerDraft,
  action: { id: string; userId: string; serverNow: number },
  running: TimerJson | null = null,
): TimerJson {
  const continued = draft.keepsPlan ? running : null;
  const at = new Date(draft.startedAt ?? action.serverNow).toISOString();
  const origin = draft.startedAt === undefined ? 'live' : 'back_dated';
  const ticket = draft.ticket ?? (draft.newTicketKey ? newTicket(draft.newTicketKey, draft.title) : null);
  return {
    id: `${OPTIMISTIC_ID}${action.id}`,
    user_id: action.userId,
    type: draft.plan?.body.type ?? continued?.type ?? 'manual',
    status: 'running',
    title: draft.title || ticket?.title || '',
    ticket,
    project: null,
    tags: draft.tags,
    started_at: at,
    ended_at: null,
    expected_end_at: null,
    running_since: at,
    elapsed_ms: 0,
    cap_at: null,
    plan: continued?.plan ?? null,
    phase: continued ? continued.phase : draft.plan ? beginning(draft.plan.phase, Date.parse(at)) : null,
    cycles: [],
    spans: [{ id: `${OPTIMISTIC_ID}${at}`, started_at: at, ended_at: null, origin, ...NO_ZONES }],
    version: 1 - OPTIMISTIC_STEP,
    end_reason: null,
    needs_review: false,
    last_seen_at: at,
    created_via: 'web',
    created_at: at,
    updated_at: at,
  };
}

function beginning(phase: NonNullable<TimerDraft['plan']>['phase'], at: number): PhaseJson {
  const [started_at, ends_at] = [new Date(at).toISOString(), new Date(at + phase.planned_ms).toISOString()];
  const cycle_id = `${OPTIMISTIC_ID}${started_at}`;
  const state = 'running' as const;
  return {
    ...phase,
    cycle_id,
    state,
    started_at,
    ends_at,
    overdue_since: null,
    extended_ms: 0,
    remaining_ms: phase.planned_ms,
  };
}

export function optimisticEdit(timer: TimerJson, shown: Partial<TimerJson>): TimerJson {
  return { ...timer, ...shown, version: ahead(timer) };
}

export function isOptimistic(id: string): boolean {
  return id.startsWith(OPTIMISTIC_ID);
}

/** The version the server knows, of a timer that may be an optimistic update. */
export function confirmedVersion(timer: TimerJson): number {
  return Math.floor(timer.version);
}

/**
 * Half a version ahead: after all updates from before the action, including the responses to earlier ones, and before
 * the server's response to this one.
 */
function ahead({ version }: TimerJson): number {
  return Number.isInteger(version) ? version + OPTIMISTIC_STEP : version + 1;
}

function newTicket(key: string, title: string): NonNullable<TimerJson['ticket']> {
  return { id: `${OPTIMISTIC_ID}${key}`, key, title, url: null };
}

/** The later of two instants, RFC 3339. */
export function laterOf(left: string, right: string): string {
  return Date.parse(left) < Date.parse(right) ? right : left;
}
