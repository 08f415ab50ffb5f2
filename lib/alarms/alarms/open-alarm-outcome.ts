import type { Alarm } from '#/lib/alarms/alarms/alarm.ts';
import { externalIdConflict, firingNotReplaced, replacedByPast } from '#/lib/alarms/alarms/alarm-errors.ts';
import type { Accepted } from '#/lib/alarms/registration/insert-batcher.ts';
import { hasSameContent } from '#/lib/alarms/registration/same-content.ts';
import type { AppError } from '#/lib/core/errors.ts';
import type { Micros } from '#/lib/core/micros.ts';

export type AcceptedAlarm = { alarm: Alarm; isNew: boolean; nowUs: Micros };
export type Outcome = AcceptedAlarm | AppError;

/** The outcome of a request whose external id belongs to an open alarm; null when that one is to be replaced. */
export function outcomeOf({ alarm: requested, nowUs }: Accepted, open: Alarm): Outcome | null {
  if (hasSameContent(open, requested)) return { alarm: open, isNew: false, nowUs };
  if (requested.onConflict !== 'replace') return externalIdConflict(open, nowUs);
  if (open.status === 'firing') return firingNotReplaced(open, nowUs);
  if (requested.end) return replacedByPast(open, nowUs);
  return null;
}
