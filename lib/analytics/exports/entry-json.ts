import { z } from 'zod';
import { type EntryRow, flagsOf } from '#/lib/analytics/exports/entry-row.ts';
import { elapsedMsOut, instantOut } from '#/lib/core/instant-schemas.ts';
import { spanOrigin } from '#/lib/tracking/spans/span-schemas.ts';
import { timerType } from '#/lib/tracking/timers/timer-schemas.ts';

export const exportedEntryOut = z
  .object({
    span_id: z.uuid(),
    timer_id: z.uuid(),
    user_id: z.uuid(),
    member: z.string(),
    date: z.iso.date().describe("The member's day, or that of `time_zone`."),
    started_at: instantOut,
    ended_at: instantOut.describe('For a running timer, when it was exported.'),
    time_zone: z.string().describe('Where the day begins and ends.'),
    exact_ms: elapsedMsOut,
    rounded_ms: elapsedMsOut.describe('Rounded as requested; equal to exact_ms without `round`.'),
    project: z.string().nullable(),
    ticket: z.object({ key: z.string(), title: z.string() }).nullable(),
    title: z.string(),
    tags: z.array(z.string()),
    type: timerType,
    created_via: z.enum(['web', 'api', 'import']),
    origin: spanOrigin,
    flags: z.array(z.enum(['running', 'needs_review'])),
  })
  .meta({
    id: 'ExportedEntry',
    description:
      "An uninterrupted stretch of a timer on one of its member's days. Time over midnight is one on each day.",
  });

/** A row as a line of JSON. */
export function entryJson(row: EntryRow): z.input<typeof exportedEntryOut> {
  const { ticketKey, ticketTitle } = row;
  return {
    span_id: row.spanId,
    timer_id: row.timerId,
    user_id: row.userId,
    member: row.member,
    date: row.date,
    started_at: row.startedAt.toISOString(),
    ended_at: row.endedAt.toISOString(),
    time_zone: row.timeZone,
    exact_ms: row.exactMs,
    rounded_ms: row.roundedMs,
    project: row.project,
    ticket: ticketKey === null ? null : { key: ticketKey, title: ticketTitle ?? '' },
    title: row.title,
    tags: row.tags,
    type: row.type,
    created_via: row.createdVia,
    origin: row.origin,
    flags: flagsOf(row) as ('running' | 'needs_review')[],
  };
}
