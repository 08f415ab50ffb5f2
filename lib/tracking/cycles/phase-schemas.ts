import { z } from 'zod';
import { durationInput } from '#/lib/core/duration-schemas.ts';
import { onConflict } from '#/lib/tracking/timers/timer-input-schemas.ts';

export const skipPhaseInput = z
  .strictObject({
    at: z
      .enum(['now', 'deadline'])
      .default('now')
      .describe('`deadline`: work whose deadline has passed ends there, without its overtime.'),
    on_conflict: onConflict.optional().describe('As on resume, where work begins while another timer runs.'),
  })
  .meta({ id: 'SkipPhase' });

export const extendPhaseInput = z
  .strictObject({
    by: durationInput.optional().describe('How much longer: `5m` or `PT5M`; 5 min by default.'),
  })
  .meta({ id: 'ExtendPhase' });

export type SkipPhaseInput = z.infer<typeof skipPhaseInput>;
export type ExtendPhaseInput = z.infer<typeof extendPhaseInput>;
