import { isDeepStrictEqual } from 'node:util';
import type { Alarm } from '#/lib/alarms/alarms/alarm.ts';
import { openHeaders } from '#/lib/alarms/alarms/sealed-headers.ts';
import type { NewAlarm } from '#/lib/alarms/registration/plan-alarm.ts';

/**
 * Whether an open alarm is what a request asks for once more, so that nothing has to be done. A delay counts from when
 * an alarm is made or last replaced: the repeat of a request for "in ten minutes" means those ten minutes, unless it is
 * to replace them. Credentials that can't be opened anymore are not the same as any.
 */
export function hasSameContent(open: Alarm, requested: NewAlarm): boolean {
  return (
    isDueAlike(open, requested) &&
    open.deadlineUs === requested.deadlineUs &&
    open.name === requested.name &&
    open.url === requested.url &&
    open.payload === requested.payload &&
    isDeepStrictEqual(settingsOf(open), settingsOf(requested)) &&
    hasSameHeaders(open, requested)
  );
}

function isDueAlike(open: Alarm, requested: NewAlarm): boolean {
  if (!requested.isFromNow || requested.onConflict === 'replace') return open.dueUs === requested.dueUs;
  return open.dueUs - (open.settings.replaced_us ?? open.createdUs) === requested.dueUs - requested.createdUs;
}

function settingsOf({ settings }: Pick<Alarm, 'settings'>) {
  const { headers: _headers, sealed_headers: _sealed, replaced_us: _replaced, ...others } = settings;
  return others;
}

function hasSameHeaders(open: Alarm, requested: NewAlarm): boolean {
  const [is, wanted] = [openHeaders(open.settings, open.id), openHeaders(requested.settings, requested.id)];
  return is !== null && isDeepStrictEqual(is, wanted);
}
