import { z } from 'zod';
import { ABSENCE_MAX_MINUTES, ABSENCE_MIN_MINUTES, ABSENCE_POLICIES, CAP_POINTS } from '#/lib/accounts/users/user.ts';

const MAX_NUDGE_SECONDS = 366 * 86_400;
const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time, such as 17:30.')
  .meta({ example: '17:30' });

const workingHours = z
  .strictObject({
    days: z
      .array(z.int().min(1).max(7))
      .min(1, 'Choose a day.')
      .max(7)
      .transform((days) => [...new Set(days)].sort())
      .describe('ISO 8601: 1 is Monday, 7 is Sunday.'),
    from: timeOfDay,
    to: timeOfDay,
  })
  .refine(({ from, to }) => from < to, { path: ['to'], message: 'Choose an end after the start.' });

/** A person's reminder settings as input; omitted fields stay. */
export const careFields = {
  nudge_seconds: z
    .int('Enter a duration.')
    .min(60, 'Choose at least 1 min.')
    .max(MAX_NUDGE_SECONDS, 'Choose at most 366 days.')
    .nullable()
    .optional()
    .describe(
      'Elapsed time of a timer after which you are asked whether you’re still working; null: the workspace’s setting.',
    ),
  absence_minutes: z
    .int('Enter a duration.')
    .min(ABSENCE_MIN_MINUTES, 'Choose at least 5 min.')
    .max(ABSENCE_MAX_MINUTES, 'Choose at most 24 h.')
    .optional()
    .describe('An absence is this long without a heartbeat from any page of yours.'),
  absence_policy: z
    .enum(ABSENCE_POLICIES)
    .optional()
    .describe('`ask`: you are asked what an absence was. `keep`: it always counts as work.'),
  working_hours: workingHours
    .nullable()
    .optional()
    .describe('At their end you are asked whether you’re still working; null: you aren’t.'),
  cap_point: z
    .enum(CAP_POINTS)
    .optional()
    .describe('Where a timer of yours ends that reaches its cap: there, or where you were last seen.'),
};

/** The same in responses. */
export const careOut = {
  nudge_seconds: z.int().nullable(),
  absence_minutes: z.int(),
  absence_policy: z.enum(ABSENCE_POLICIES),
  working_hours: z.object({ days: z.array(z.int()), from: z.string(), to: z.string() }).nullable(),
  cap_point: z.enum(CAP_POINTS),
};
