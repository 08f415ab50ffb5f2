import { z } from 'zod';

export const atWorkEnd = z
  .enum(['stop', 'overtime', 'ask'])
  .describe(
    'At the deadline of work: `stop` ends its span at exactly that instant, and the plan advances automatically; `overtime` keeps counting; `ask` keeps counting until you say whether it counts.',
  );
export const atBreakEnd = z
  .enum(['start', 'wait'])
  .describe('At the end of a break: `start` begins the next work automatically; `wait` leaves it to you.');
const strict = z
  .boolean()
  .default(false)
  .describe('Rejects pause, skip, extend and restart before the deadline with 409 `plan_strict`; never a stop.');

const minutes = z.int().min(1).max(1440);

/** The phases of a countdown, pomodoro or interval timer, and what happens at their deadlines. */
export const planInput = z
  .discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('countdown'),
      duration_ms: z.int().min(1000).max(31_622_400_000),
      at_work_end: atWorkEnd.default('stop'),
      strict,
    }),
    z.strictObject({
      type: z.literal('pomodoro'),
      work_minutes: minutes.default(25),
      short_break_minutes: minutes.default(5),
      long_break_minutes: minutes.default(15),
      rounds: z.int().min(1).max(24).default(4),
      at_work_end: atWorkEnd.default('stop'),
      at_break_end: atBreakEnd.default('wait'),
      strict,
    }),
    z.strictObject({
      type: z.literal('interval'),
      work_minutes: minutes,
      rest_minutes: minutes,
      rounds: z.int().min(1).max(100),
      at_work_end: atWorkEnd.default('stop'),
      at_break_end: atBreakEnd.default('start'),
      strict,
    }),
  ])
  .meta({ id: 'Plan' });

export type Plan = z.infer<typeof planInput>;
export type PlanBody = z.input<typeof planInput>;
