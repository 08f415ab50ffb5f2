import { z } from 'zod';
import { cursorInput } from '#/lib/core/cursor-schemas.ts';
import { dateInput, elapsedMsOut, instantOut, serverTimeOut } from '#/lib/core/instant-schemas.ts';
import { WEEK_STATUSES } from '#/lib/tracking/weeks/week.ts';

export const MAX_COMMENT_LENGTH = 500;
const startsOn = dateInput.describe('The first day of the week, by the member’s week start.');
const userId = z.uuid().describe('Id of the member.');

export const ownWeekInput = z.strictObject({ starts_on: startsOn }).meta({ id: 'OwnWeek' });

export const approveWeekInput = z
  .strictObject({
    user_id: userId,
    starts_on: startsOn,
    total_ms: elapsedMsOut.describe('The sum that you have seen. If it has changed since, returns 409 `week_changed`.'),
  })
  .meta({ id: 'ApproveWeek' });

export const returnWeekInput = z
  .strictObject({
    user_id: userId,
    starts_on: startsOn,
    comment: z.string().trim().min(1, 'Enter what needs to change.').max(MAX_COMMENT_LENGTH),
  })
  .meta({ id: 'ReturnWeek' });

export const listWeeksInput = z.strictObject({
  user_id: z.uuid().optional().describe('Of one member.'),
  status: z.enum(WEEK_STATUSES).optional().describe('Their current status.'),
  starts_on: dateInput.optional().describe('Weeks that begin on this day.'),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: cursorInput.optional(),
});

export const weekOut = z
  .object({
    user_id: z.uuid(),
    starts_on: dateInput,
    status: z.enum(WEEK_STATUSES),
    total_ms: elapsedMsOut.describe('The time tracked in it now.'),
    growing: z.boolean().describe('Whether a timer of theirs is running in it, so that its sum keeps changing.'),
    submitted_at: instantOut.nullable(),
    submitted_ms: elapsedMsOut.nullable().describe('The time tracked in it when it was submitted.'),
    decided_at: instantOut.nullable().describe('When it was approved or returned.'),
    decided_by: z.uuid().nullable(),
    approved_ms: elapsedMsOut
      .nullable()
      .describe('The time tracked in it when it was approved. Time measured afterwards counts as well.'),
    comment: z.string().describe('Why it was returned.'),
  })
  .meta({ id: 'Week', description: 'Seven days of a member, and whether their time is settled.' });

export const changeWeekResponse = z
  .object({
    week: weekOut,
    changed: z.boolean().describe('False if it was already so.'),
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
