import { z } from 'zod';
import { cursorInput } from '#/lib/core/cursor-schemas.ts';
import { dateInput, elapsedMsOut, instantOut, serverTimeOut } from '#/lib/core/instant-schemas.ts';
import { WEEK_STATUSES } from '#/lib/tracking/weeks/week.ts';

export const MAX_COMMENT_LENGTH = 500;
const startsOn = dateInput.describe('The first day of the week, as the weeks of its member begin.');
const userId = z.uuid().describe('Whose week.');

export const ownWeekInput = z.strictObject({ starts_on: startsOn }).meta({ id: 'OwnWeek' });

export const approveWeekInput = z
  .strictObject({
    user_id: userId,
    starts_on: startsOn,
    total_ms: elapsedMsOut.describe('What you have seen of it. Another sum by now returns 409 `week_changed`.'),
  })
  .meta({ id: 'ApproveWeek' });

export const returnWeekInput = z
  .strictObject({
    user_id: userId,
    starts_on: startsOn,
    words: z.string().trim().min(1, 'Enter what needs to change.').max(MAX_COMMENT_LENGTH),
  })
  .meta({ id: 'ReturnWeek' });

export const listWeeksInput = z.strictObject({
  user_id: z.uuid().optional().describe('Of one member.'),
  status: z.enum(WEEK_STATUSES).optional().describe('What was said of them last.'),
  starts_on: dateInput.optional().describe('That begin on this day.'),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: cursorInput.optional(),
});

export const weekOut = z
  .object({
    user_id: z.uuid(),
    starts_on: dateInput,
    status: z.enum(WEEK_STATUSES),
    total_ms: elapsedMsOut.describe('What is tracked in it by now.'),
    growing: z.boolean().describe('A timer of theirs runs in it, so that its sum is another one at every moment.'),
    submitted_at: instantOut.nullable(),
    submitted_ms: elapsedMsOut.nullable().describe('What was tracked in it when it was submitted.'),
    decided_at: instantOut.nullable().describe('When it was approved or returned.'),
    decided_by: z.uuid().nullable(),
    approved_ms: elapsedMsOut
      .nullable()
      .describe('What was tracked in it when it was approved: what is measured afterwards counts all the same.'),
    words: z.string().describe('Why it was returned.'),
  })
  .meta({ id: 'Week', description: 'Seven days of a member, and whether their time is settled.' });

export const changeWeekResponse = z
  .object({
    week: weekOut,
    changed: z.boolean().describe('False when it was so already.'),
    server_time: serverTimeOut,
  })
  .meta({ id: 'ChangeWeekResponse' });
export const weekListResponse = z
  .object({ weeks: z.array(weekOut), next_cursor: z.string().nullable(), server_time: serverTimeOut })
  .meta({ id: 'WeekList' });

export type OwnWeekInput = z.infer<typeof ownWeekInput>;
export type ApproveWeekInput = z.infer<typeof approveWeekInput>;
export type ReturnWeekInput = z.infer<typeof returnWeekInput>;
export type ListWeeksQuery = z.infer<typeof listWeeksInput>;
export type ChangeWeekJson = z.infer<typeof changeWeekResponse>;
export type WeekListJson = z.infer<typeof weekListResponse>;
export type WeekJson = z.infer<typeof weekOut>;
