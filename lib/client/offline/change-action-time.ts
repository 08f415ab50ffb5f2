import type { SpanBody } from '#/lib/client/entries/typed-span.ts';
import type { UnconfirmedAction } from '#/lib/client/offline/offline-queue.ts';
import { lastInstant } from '#/lib/client/time/last-instant.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** Whether another time could help an action that was not applied: a start always, other actions on an open timer. */
export function canChangeTime({ kind, proposal, isUntried, current }: UnconfirmedAction): boolean {
  if (proposal || isUntried || kind === 'start') return true;
  return isOpen(current) && (kind === 'stop' || (kind === 'pause' && current?.status === 'running'));
}

/** Initial values of the fields: the time to add, or the instant of the action if nothing was recorded after it. */
export function firstTime({ kind, serverAt, proposal, current }: UnconfirmedAction): {
  from: number;
  to: number | null;
} {
  if (proposal?.kind === 'add') return { from: Date.parse(proposal.started_at), to: Date.parse(proposal.ended_at) };
  const isAfter = !proposal && kind !== 'start' && current;
  return { from: isAfter ? Math.max(serverAt, lastInstant(current)) : serverAt, to: null };
}

/** The same action at another time, for `acceptProposal`. */
export function withTime(action: UnconfirmedAction, { started_at, ended_at }: SpanBody): UnconfirmedAction {
  const { proposal, kind, current } = action;
  const at = Date.parse(started_at);
  // A start with its own start time would still send that one.
  const { started_at: _startedAt, ...body } = action.body;
  const changed = {
    ...action,
    body,
    wallAt: action.wallAt + at - action.serverAt,
    serverAt: at,
    newTime: [at, ended_at && Date.parse(ended_at)].filter(Boolean).join('-'),
  };
  if (proposal?.kind === 'add' && ended_at) return { ...changed, proposal: { ...proposal, started_at, ended_at } };
  if (proposal?.kind === 'correct') {
    const startedSpans = proposal.spans.filter((span) => Date.parse(span.started_at) < at);
    const spans = startedSpans.map((span, index) =>
      index === startedSpans.length - 1 ? { ...span, ended_at: started_at } : span,
    );
    return { ...changed, proposal: { ...proposal, spans } };
  }
  if (proposal || !current || !isOpen(current)) return changed;
  const { id: timer_id, version } = current;
  // The timer in the way is known by now, and is ended.
  if (kind === 'start') return { ...changed, running: { id: timer_id, version } };
  return { ...changed, proposal: { kind: 'action', action: kind, timer_id, version } };
}

function isOpen(timer: TimerJson | null): boolean {
  return timer?.status === 'running' || timer?.status === 'paused';
}
