import { phaseLabel } from '#/lib/client/plans/format-phase.ts';
import { formatDuration } from '#/lib/client/time/format-time.ts';
import type { EventJson } from '#/lib/feed/events/event-schemas.ts';
import type { CycleJson } from '#/lib/tracking/cycles/cycle-schemas.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** An entry in the log of a timer. */
export type LogLine = {
  id: string;
  at: number;
  /** The person; null for an automatic event. */
  userId: string | null;
  what: string;
  change: string;
  from: string;
  /** The correction that it belongs to. */
  correctionId: string | null;
};

type EventData = {
  before?: Partial<TimerJson> | null;
  after?: Partial<TimerJson> | null;
  /** The phase of a plan that the event concerns. */
  cycle?: CycleJson;
  reason?: string;
  correction?: { id: string; comment: string };
};

const EVENT_LABELS: Partial<Record<EventJson['type'], string>> = {
  'timer.started': 'Started',
  'timer.paused': 'Paused',
  'timer.resumed': 'Resumed',
  'timer.stopped': 'Stopped',
  'timer.completed': 'Ended automatically',
  'timer.discarded': 'Deleted',
  'timer.restored': 'Restored',
  'timer.added': 'Added by hand',
  'timer.edited': 'Edited',
  'timer.corrected': 'Corrected',
  'timer.stale': 'Asked if still working',
  'timer.away': 'Asked about an absence',
  'timer.answered': 'Answered',
  'timer.snoozed': 'Snoozed',
  'timer.reviewed': 'Reviewed',
};
const FROM: Record<string, string> = { session: 'Browser', api_key: 'API key', worker: 'Automatic' };

/** Whether an event concerns the timer. The event that only notifies its former owner of the reassignment does not. */
export function isOfTimer({ data }: EventJson): boolean {
  return (data as EventData).after !== null;
}

/** Formats an event of a timer. */
export function formatTimerEvent(event: EventJson): LogLine {
  const data = event.data as EventData;
  return {
    id: event.id,
    at: Date.parse(event.created_at),
    userId: event.actor.user_id ?? null,
    what: EVENT_LABELS[event.type] ?? labelOfType(event.type),
    change: formatChange(event.type, data),
    from: FROM[event.actor.kind] ?? event.actor.kind,
    correctionId: data.correction?.id ?? null,
  };
}

/** Each of these ends running time, and moves none of it. */
const ENDS_TIME: readonly EventJson['type'][] = ['timer.paused', 'timer.stopped', 'timer.completed'];

function formatChange(type: EventJson['type'], { before, after, cycle, correction }: EventData): string {
  const ran = ENDS_TIME.includes(type) && after?.elapsed_ms !== undefined && `ran ${formatDuration(after.elapsed_ms)}`;
  const parts = [
    phaseChange(cycle ?? phaseOf(after)),
    lengthChange(before, after) ?? ran,
    ...contentChanges(before, after),
  ].filter(Boolean);
  return [parts.join(', '), correction?.comment].filter(Boolean).join('. ');
}

/** For an old event, of which the audit keeps a phase once: its state afterwards. */
function phaseOf(after: EventData['after']): CycleJson | undefined {
  return after && 'kind' in after && 'actual_ms' in after ? (after as CycleJson) : undefined;
}

/** The phase of a plan, and its length once it has ended. */
function phaseChange(cycle: EventData['cycle']): string | null {
  if (!cycle) return null;
  return `${phaseLabel(cycle.kind)}${cycle.actual_ms === null ? '' : `, ran ${formatDuration(cycle.actual_ms)}`}`;
}

function lengthChange(before: EventData['before'], after: EventData['after']): string | null {
  const [was, is] = [before?.elapsed_ms, after?.elapsed_ms];
  if (is === undefined || (is === 0 && was === undefined)) return null;
  if (was === undefined || was === is) return was === is ? null : formatDuration(is);
  return `${formatDuration(was)} to ${formatDuration(is)}`;
}

/** Changes of ticket, title, tags and owner as text; null without any. */
export function contentChanges(before: EventData['before'], after: EventData['after']): (string | null)[] {
  if (!after) return [];
  if (!before) return [after.ticket?.key ?? null, after.type ?? null];
  const moved = before.ticket?.key !== after.ticket?.key;
  return [
    moved ? `${before.ticket?.key ?? 'no ticket'} to ${after.ticket?.key ?? 'no ticket'}` : null,
    before.title === after.title ? null : `now “${after.title}”`,
    before.tags?.join() === after.tags?.join() ? null : `tags ${after.tags?.join(' ') || 'none'}`,
    before.user_id === after.user_id ? null : 'moved to someone else',
  ];
}

function labelOfType(type: string): string {
  const text = type.replace('timer.', '').replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
