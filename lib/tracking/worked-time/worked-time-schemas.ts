import { z } from 'zod';
import { elapsedMsOut, instantOut } from '#/lib/core/instant-schemas.ts';

const figures = {
  tracked_ms: elapsedMsOut.describe('All time so far, as of server_time.'),
  week_ms: elapsedMsOut.describe('The part of it since week_starts_at.'),
  running: z
    .int()
    .min(0)
    .describe('How many timers are running on it. The figures grow by the passing time multiplied by this.'),
};

const personTimeOut = z
  .object({
    user_id: z.uuid(),
    name: z.string(),
    time_zone: z.string(),
    ...figures,
    last_worked_at: instantOut,
  })
  .meta({ id: 'PersonTime' });

export const workedTimeOut = z
  .object({
    of: z.enum(['everyone', 'you']).describe("Whose time it is: everyone's, with `timers:read_all`."),
    ...figures,
    week_starts_at: instantOut.describe('When the week of the caller began.'),
    last_worked_at: instantOut.nullable(),
    people: z.array(personTimeOut).describe('Who worked on it, most time first.'),
  })
  .meta({ id: 'WorkedTime' });

export type WorkedTimeJson = z.infer<typeof workedTimeOut>;
export type PersonTimeJson = z.infer<typeof personTimeOut>;
