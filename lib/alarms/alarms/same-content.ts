import { isDeepStrictEqual } from 'node:util';
import type { Alarm } from '#/lib/alarms/alarms/alarm.ts';
import type { NewAlarm } from '#/lib/alarms/alarms/plan-alarm.ts';
import { openHeaders } from '#/lib/alarms/alarms/sealed-headers.ts';

/**
 * Whether an open alarm is what a request asks for once more, so that nothing has to be done. A delay counts from when an
 * alarm is made or last replaced: the repeat of a request for "in ten minutes" means those ten minutes, unless it is to
 * replace them.
 * Credentials that can't be opened any more are not the same as any.
 */
export function hasSameContent(open: Alarm, asked: NewAlarm): boolean {
  return (
    isDueAlike(open, asked) &&
    open.deadlineUs === asked.deadlineUs &&
    open.name === asked.name &&
    open.url === asked.url &&
    open.payload === asked.payload &&
    isDeepStrictEqual(settingsOf(open), settingsOf(asked)) &&
    hasSameHeaders(open, asked)
  );
}

function isDueAlike(open: Alarm, asked: NewAlarm): boolean {
  if (!asked.isFromNow || asked.onConflict === 'replace') return open.dueUs === asked.dueUs;
  return open.dueUs - (open.settings.replaced_us ?? open.createdUs) === asked.dueUs - asked.createdUs;
}

function settingsOf({ settings }: Pick<Alarm, 'settings'>) {
  const { headers: _headers, sealed_headers: _sealed, replaced_us: _replaced, ...others } = settings;
  return others;
}

function hasSameHeaders(open: Alarm, asked: NewAlarm): boolean {
  const [is, wanted] = [openHeaders(open.settings, open.id), openHeaders(asked.settings, asked.id)];
  return is !== null && isDeepStrictEqual(is, wanted);
}
