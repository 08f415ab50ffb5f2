import type { AlarmSettings } from '#/lib/alarms/alarms/alarm.ts';
import { holdsCredential } from '#/lib/alarms/alarms/credential-headers.ts';
import { openText, sealText } from '#/lib/core/sealed-text.ts';

type Headers = Readonly<Record<string, string>>;
type StoredHeaders = Pick<AlarmSettings, 'headers' | 'sealed_headers'>;

/**
 * Headers as an alarm's row stores them: the values of credentials are sealed together, while their names stay among
 * the others with an empty value, which preserves the order. Costs some 10 µs with a credential, nothing without one.
 */
export function sealHeaders(headers: Headers, alarmId: string): StoredHeaders {
  const credentials = Object.entries(headers).filter(([name]) => holdsCredential(name));
  if (credentials.length === 0) return { headers };
  const emptied = Object.fromEntries(credentials.map(([name]) => [name, '']));
  return {
    headers: { ...headers, ...emptied },
    sealed_headers: sealText(JSON.stringify(Object.fromEntries(credentials)), purposeOf(alarmId)),
  };
}

/** The headers as they were written, or null when they can't be read: AUTH_SECRET has changed since. */
export function openHeaders(stored: StoredHeaders, alarmId: string): Record<string, string> | null {
  const { headers = {}, sealed_headers: sealed } = stored;
  if (sealed === undefined) return headers;
  const opened = openText(sealed, purposeOf(alarmId));
  return opened === null ? null : { ...headers, ...(JSON.parse(opened) as Headers) };
}

/** One alarm's settings, sealed again for another's row: sealed values can be opened for their own alarm only. */
export function resealHeaders(settings: AlarmSettings, { from, to }: { from: string; to: string }): AlarmSettings {
  if (settings.sealed_headers === undefined) return settings;
  return { ...settings, ...sealHeaders(openHeaders(settings, from) ?? {}, to) };
}

function purposeOf(alarmId: string): string {
  return `headers of alarm ${alarmId}`;
}
