import { WRITE_EXPORT } from '#/lib/jobs/export.ts';
import { RUN_IMPORT } from '#/lib/jobs/import.ts';
import {
  MAKE_ALARM_PARTITIONS,
  PAUSE_DISABLED_TIMERS,
  RECONCILE_DAILY_TOTALS,
  REFRESH_DAILY_TOTALS,
} from '#/lib/jobs/job.ts';

/**
 * Jobs that continue while the engine is on hold: requests of people that stay inside the service, and jobs that
 * creating and tracking need. All others wait: those that send something out, those due by themselves, and those that
 * delete by age, since an operator should check first (docs/decisions/0049).
 */
const RUNNING = [
  WRITE_EXPORT,
  RUN_IMPORT,
  MAKE_ALARM_PARTITIONS,
  PAUSE_DISABLED_TIMERS,
  REFRESH_DAILY_TOTALS,
  RECONCILE_DAILY_TOTALS,
];

export const RUNS_IN_HOLD: readonly string[] = RUNNING.map(({ name }) => name);
