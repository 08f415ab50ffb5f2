import { z } from 'zod';
import { reportFilters } from '#/lib/analytics/reports/report-query-schemas.ts';
import { reportHeading } from '#/lib/analytics/reports/report-schemas.ts';
import { dateInput, elapsedMsOut, instantOut, serverTimeOut } from '#/lib/core/instant-schemas.ts';
import { timerType } from '#/lib/tracking/timers/timer-schemas.ts';

const { from: _from, to: _to, time_zone, user_id, ...subject } = reportFilters;

export const teamDayQuery = z.strictObject({
  date: dateInput.describe('The day, by your clock, or that of `time_zone`.'),
  time_zone: time_zone.describe('IANA name: the day begins and ends by the clock there. Left out: by yours.'),
  user_id,
  ...subject,
  limit: z.coerce.number().int().min(1).max(200).default(100).describe('The maximum number of members.'),
});

const spanOut = z.object({
  timer_id: z.uuid(),
  type: timerType,
  title: z.string(),
  ticket_key: z.string().nullable(),
  started_at: instantOut.describe('Cut off at the beginning of the day.'),
  ended_at: instantOut.nullable().describe('Cut off at the end of the day. Null: it is running.'),
});

export const teamDayResponse = z
  .object({
    ...reportHeading,
    members: z
      .array(
        z.object({
          user_id: z.uuid(),
          name: z.string(),
          tracked_ms: elapsedMsOut.describe('On this day.'),
          spans: z.array(spanOut).describe('In order.'),
        }),
      )
      .describe('Who worked on this day, in the order in which they began.'),
    members_left_out: z.int().min(0).describe('How many more there are than `limit`.'),
    active: z
      .array(z.int().min(0))
      .describe(
        'For each minute of the day up to as_of: how many timers ran as it began. Of all members, listed or not.',
      ),
    server_time: serverTimeOut,
  })
  .meta({ id: 'TeamDay' });

export type TeamDayQuery = z.infer<typeof teamDayQuery>;
export type TeamDayJson = z.infer<typeof teamDayResponse>;
