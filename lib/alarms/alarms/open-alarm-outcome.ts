import type { Alarm } from '#/lib/alarms/alarms/alarm.ts';
import { externalIdConflict, firingNotReplaced, replacedByPast } from '#/lib/alarms/alarms/alarm-errors.ts';
import type { Taken } from '#/lib/alarms/alarms/insert-batcher.ts';
import { hasSameContent } from '#/lib/alarms/alarms/same-content.ts';
import type { AppError } from '#/lib/core/errors.ts';
import type { Micros } from '#/lib/core/micros.ts';

export type Made = { alarm: Alarm; isNew: boolean; nowUs: Micros };
export type Outcome = Made | AppError;

/** What comes of a request whose external id an open alarm has; null when that one is to be replaced. */
export function outcomeOf({ alarm: asked, nowUs }: Taken, open: Alarm): Outcome | null {
  if (hasSameContent(open, asked)) return { alarm: open, isNew: false, nowUs };
  if (asked.onConflict !== 'replace') return externalIdConflict(open, nowUs);
  if (open.status === 'firing') return firingNotReplaced(open, nowUs);
  if (asked.end) return replacedByPast(open, nowUs);
  return null;
}
