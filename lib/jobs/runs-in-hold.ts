import { WRITE_EXPORT } from '#/lib/jobs/export.ts';
import { RUN_IMPORT } from '#/lib/jobs/import.ts';
import {
  MAKE_ALARM_PARTITIONS,
  PAUSE_DISABLED_TIMERS,
  RECONCILE_DAILY_TOTALS,
  REFRESH_DAILY_TOTALS,
} from '#/lib/jobs/job.ts';

/**
 * Jobs that go on while the engine is on hold: what people have asked for and stays inside, and what creating and
 * tracking need. Everything else waits: what leaves the service, what is due by itself, and what deletes by age, since
 * somebody is to look first (docs/decisions/0049).
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
