import { Prisma } from '#/lib/db/generated/client.ts';
import type { Cycle } from '#/lib/tracking/cycles/cycle.ts';

/** A cycle as returned by the query below: instants as milliseconds. */
export type CycleRow = Omit<Cycle, 'startedAt' | 'dueAt' | 'frozenAt' | 'endedAt'> & {
  startedMs: number;
  dueMs: number | null;
  frozenMs: number | null;
  endedMs: number | null;
};

/** The cycles of `timers t` as an array of JSON, in order. */
export const CYCLES_OF_TIMER = Prisma.sql`array(
  select json_build_object(
    'id', c.id, 'runId', c.run_id, 'position', c.position, 'kind', c.kind, 'round', c.round,
    'plannedMs', c.planned_ms, 'extendedMs', c.extended_ms, 'carriedMs', c.carried_ms, 'pausedMs', c.paused_ms,
    'startedMs', extract(epoch from c.started_at) * 1000, 'dueMs', extract(epoch from c.due_at) * 1000,
    'frozenMs', extract(epoch from c.frozen_at) * 1000, 'endedMs', extract(epoch from c.ended_at) * 1000,
    'endedHow', c.ended_how, 'actualMs', c.actual_ms, 'atDeadline', c.at_deadline)
  from timer_cycles c where c.timer_id = t.id order by c.position)`;

export function toCycle({ startedMs, dueMs, frozenMs, endedMs, ...facts }: CycleRow): Cycle {
  return {
    ...facts,
    startedAt: new Date(startedMs),
    dueAt: instant(dueMs),
    frozenAt: instant(frozenMs),
    endedAt: instant(endedMs),
  };
}

function instant(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms);
}
