import { z } from 'zod';
import type { OperationResponse } from '#/lib/api/operations/operation.ts';
import type { TimerChange } from '#/lib/tracking/timers/change-timer.ts';
import { timerJson } from '#/lib/tracking/timers/timer-json.ts';
import { type ChangeTimerJson, changeTimerResponse } from '#/lib/tracking/timers/timer-schemas.ts';

export const TIMERS = 'Timers';
export const VERSION = ['timer_version_mismatch'] as const;
export const timerParams = z.strictObject({ id: z.uuid() });

/** The common parts of operations that change one timer. */
export const changesTimer = {
  tag: TIMERS,
  permission: 'timers:write',
  params: timerParams,
  output: changeTimerResponse,
  versioned: true,
} as const;

/** The response of an operation that changes one timer. */
export function changeTimerBody({ timer, changed, ended, now }: TimerChange): OperationResponse<ChangeTimerJson> {
  return {
    status: 200,
    version: timer.version,
    body: {
      timer: timerJson(timer, now),
      changed,
      ended: ended && timerJson(ended, now),
      server_time: now.toISOString(),
    },
  };
}
