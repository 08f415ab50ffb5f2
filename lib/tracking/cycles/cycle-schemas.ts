import { z } from 'zod';
import { instantOut } from '#/lib/core/instant-schemas.ts';

const ms = z.int().min(0);

export const cycleKind = z.enum(['work', 'short_break', 'long_break', 'rest']);
export const cycleEnd = z
  .enum(['finished', 'skipped', 'restarted', 'stopped', 'switched', 'capped', 'discarded'])
  .describe(
    '`finished`: its planned time was over; `skipped`: it ended before that; `switched`: it continues in another timer.',
  );

export const cycleOut = z
  .object({
    id: z.uuid(),
    run_id: z.uuid().describe('Shared by all cycles of one run of a plan, also after a switch that kept the plan.'),
    kind: cycleKind,
    round: z.int().min(1),
    planned_ms: ms.describe('As planned.'),
    extended_ms: ms.describe('Added to that by hand.'),
    actual_ms: ms.nullable().describe('Time worked, or rested, without pauses; null until it has ended.'),
    started_at: instantOut,
    ended_at: instantOut.nullable(),
    ended_how: cycleEnd.nullable(),
  })
  .meta({ id: 'Cycle' });

export const phaseOut = z
  .object({
    cycle_id: z.uuid(),
    kind: cycleKind,
    round: z.int().min(1),
    rounds: z.int().min(1),
    state: z
      .enum(['running', 'frozen', 'overtime', 'waiting'])
      .describe('`frozen` by a pause; `overtime`: work past its deadline; `waiting`: a break past its deadline.'),
    planned_ms: ms,
    extended_ms: ms,
    started_at: instantOut,
    ends_at: instantOut.nullable().describe('Its deadline; null when frozen, in overtime and when waiting.'),
    overdue_since: instantOut.nullable().describe('The deadline that has passed; null before it.'),
    remaining_ms: ms.describe('Up to the deadline, at server_time; 0 past it.'),
    next: z.object({ kind: cycleKind, planned_ms: ms }).nullable().describe('Null when the plan ends with this phase.'),
  })
  .meta({ id: 'Phase' });

export type CycleKind = z.infer<typeof cycleKind>;
export type CycleEnd = z.infer<typeof cycleEnd>;
export type CycleJson = z.infer<typeof cycleOut>;
export type PhaseJson = z.infer<typeof phaseOut>;
