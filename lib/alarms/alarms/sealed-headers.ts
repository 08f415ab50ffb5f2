import type { AlarmSettings } from '#/lib/alarms/alarms/alarm.ts';
import { holdsCredential } from '#/lib/alarms/alarms/credential-headers.ts';
import { openText, sealText } from '#/lib/core/sealed-text.ts';

type Headers = Readonly<Record<string, string>>;
type StoredHeaders = Pick<AlarmSettings, 'headers' | 'sealed_headers'>;

/**
 * Headers as an alarm's row keeps them: the values of credentials sealed together, their names beside the others with an
 * empty value, so that all stay in their order. Costs some 10 µs where there is a credential, nothing where there is none.
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

/** The headers as they were written, or null when they can't be read: AUTH_SECRET has been changed since. */
export function openHeaders(stored: StoredHeaders, alarmId: string): Record<string, string> | null {
  const { headers = {}, sealed_headers: sealed } = stored;
  if (sealed === undefined) return headers;
  const opened = openText(sealed, purposeOf(alarmId));
  return opened === null ? null : { ...headers, ...(JSON.parse(opened) as Headers) };
}

/** The settings of one alarm as another one's row keeps them: what is sealed can be opened for its own alarm only. */
export function resealHeaders(settings: AlarmSettings, { from, to }: { from: string; to: string }): AlarmSettings {
  if (settings.sealed_headers === undefined) return settings;
  return { ...settings, ...sealHeaders(openHeaders(settings, from) ?? {}, to) };
}

function purposeOf(alarmId: string): string {
  return `headers of alarm ${alarmId}`;
}
