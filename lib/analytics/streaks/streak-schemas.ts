import { z } from 'zod';
import { elapsedMsOut, instantOut, serverTimeOut } from '#/lib/core/instant-schemas.ts';

export const streakQuery = z.strictObject({
  user_id: z.uuid().optional().describe('Id of the member. If omitted, you. Others need `timers:read_all`.'),
});

const target = elapsedMsOut.nullable().describe('The member’s target for it; null without a target.');
const runOut = z.object({
  days: z.int().min(0).describe('Days with time; days off without any are not counted.'),
  from: z.iso.date().nullable().describe('The first day. Null without one.'),
  to: z.iso.date().nullable().describe('The last day. Null without one.'),
});

export const streakResponse = z
  .object({
    user_id: z.uuid(),
    time_zone: z.string().describe('The member’s time zone: all days here are theirs.'),
    as_of: instantOut.describe('Running timers are counted up to here.'),
    today: z.object({ date: z.iso.date(), tracked_ms: elapsedMsOut, target_ms: target }),
    week: z.object({
      from: z.iso.date().describe('Its first day, by the member’s `week_start`.'),
      tracked_ms: elapsedMsOut,
      target_ms: target,
    }),
    current: runOut.describe('The streak up to today. Today doesn’t break it while it has no time yet.'),
    longest: runOut.describe('The longest since `since`, the latest of several.'),
    working_days: z
      .array(z.int().min(1).max(7))
      .describe(
        'Days of the week that break a streak when they have no time: those of the member’s `working_hours`, else Monday to Friday.',
      ),
    since: z.iso.date().describe('The first day searched for streaks, 400 days back.'),
    server_time: serverTimeOut,
  })
  .meta({ id: 'Streak' });

export type StreakQuery = z.infer<typeof streakQuery>;
export type StreakJson = z.infer<typeof streakResponse>;
