import { isDeepStrictEqual } from 'node:util';
import type { Alarm } from '#/lib/alarms/alarms/alarm.ts';
import { openHeaders } from '#/lib/alarms/alarms/sealed-headers.ts';
import type { NewAlarm } from '#/lib/alarms/registration/plan-alarm.ts';

/**
 * Whether a request repeats an open alarm, so that nothing has to be done. A delay counts from when the alarm was
 * created or last replaced: a repeated request for "in ten minutes" means the same ten minutes, unless it is to replace
 * them. Credentials that can no longer be decrypted equal no others.
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
