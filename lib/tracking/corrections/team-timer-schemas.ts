import { z } from 'zod';
import { cursorInput } from '#/lib/core/cursor-schemas.ts';
import { dateInput, serverTimeOut } from '#/lib/core/instant-schemas.ts';
import { FLAGS } from '#/lib/tracking/corrections/correction.ts';
import { projectNameInput } from '#/lib/tracking/projects/project-schemas.ts';
import { tagInput } from '#/lib/tracking/timers/subject-schemas.ts';
import { timerOut, timerStatus } from '#/lib/tracking/timers/timer-schemas.ts';

export const listTeamTimersInput = z.strictObject({
  user_id: z.uuid().optional().describe('Of one member.'),
  timer_id: z.uuid().optional().describe('One timer, also a discarded one.'),
  ticket: z.string().trim().min(1).max(64).optional().describe('Ticket key or id.'),
  project_id: projectNameInput.optional().describe('Id or name of a project.'),
  tag: tagInput.optional().describe('Timers that carry this tag.'),
  date: dateInput
    .optional()
    .describe("Timers with time on this day, in the zone of the requested member, or else in the caller's own zone."),
  status: timerStatus.optional().describe('If omitted, all but discarded ones.'),
  flag: z
    .enum(FLAGS)
    .optional()
    .describe(
      '`needs_attention`: needs a review, or has more than 10 hours in one span, and its time is not what a correction made it. `long`: the latter, corrected or not, of the last 35 days. The rest: properties of the timer or of one of its spans.',
    ),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: cursorInput.optional(),
});

const ownerOut = z
  .object({
    user_id: z.uuid(),
    name: z.string(),
    time_zone: z.string(),
    day_start_hour: z.int().min(0).max(23),
  })
  .meta({ id: 'TimerOwner', description: 'Whose time it is, and how they read it.' });

export const teamTimersResponse = z
  .object({
    timers: z.array(timerOut).describe('Newest first.'),
    owners: z.array(ownerOut).describe('Whose these timers are.'),
    count: z.int().min(0).describe('How many match, on all pages.'),
    next_cursor: z.string().nullable(),
    server_time: serverTimeOut,
  })
  .meta({ id: 'TeamTimers' });

export type ListTeamTimersQuery = z.infer<typeof listTeamTimersInput>;
export type TeamTimersJson = z.infer<typeof teamTimersResponse>;
export type OwnerJson = z.infer<typeof ownerOut>;
