import { formatAttemptResult } from '#/components/alarms/drawer/format-attempt-result.ts';
import { formatRelative, hostOf, shortDate } from '#/components/alarms/format-alarm.ts';
import { figure, NONE } from '#/components/operations/format-operations.ts';
import type { OperationsJson } from '#/lib/analytics/minutes/operations-schemas.ts';
import type { TroubledEndpointJson, TroubledHostJson, TroubleJson } from '#/lib/analytics/trouble/trouble-schemas.ts';
import { formatWhen } from '#/lib/client/time/format-time.ts';
import { type Reading, styleOf } from '#/lib/client/time/time-style.ts';

/** A webhook in trouble as a row: an endpoint, or a host called by alarms. */
export type TroubledWebhook = TroubleJson & {
  key: string;
  name: string;
  url: string;
  /** What is sent there. */
  sends: 'Events' | 'Alarms';
  href: string;
  isDisabled: boolean;
};

/** Endpoints first, then hosts, each as the response orders them. */
export function troubledWebhooks({
  troubled_endpoints: endpoints,
  troubled_hosts: hosts,
}: OperationsJson['workspace']): TroubledWebhook[] {
  return [...(endpoints ?? []).map(ofEndpoint), ...(hosts ?? []).map(ofHost)];
}

function ofEndpoint(endpoint: TroubledEndpointJson): TroubledWebhook {
  const { id, url, enabled } = endpoint;
  const href = `/settings?webhook=${id}#webhooks`;
  return { ...endpoint, key: id, name: shortUrl(url), sends: 'Events', href, isDisabled: !enabled };
}

function ofHost(trouble: TroubledHostJson): TroubledWebhook {
  const { host, retrying, dead } = trouble;
  const state = retrying > 0 || dead === 0 ? 'retrying' : 'dead';
  return {
    ...trouble,
    key: host,
    name: host,
    url: host,
    sends: 'Alarms',
    href: `/alarms?state=${state}`,
    isDisabled: false,
  };
}

/** `billing.acme.dev/hooks`: without the scheme and the query. */
function shortUrl(url: string): string {
  return URL.canParse(url) ? `${hostOf(url)}${new URL(url).pathname.replace(/\/$/, '')}` : url;
}

/** `404 Not Found`; unknown if it was too long ago. */
export function formatWebhookError({ last_error }: Pick<TroubleJson, 'last_error'>): string {
  return last_error ? formatAttemptResult(last_error) : 'No attempt in a day';
}

/** `14:02`, `Thu 14:02`, from a day on the date; a dash if it works again. */
export function formatFailingSince(
  { failing_since }: TroubleJson,
  now: number,
  reading: Reading,
  today: string,
): string {
  if (!failing_since) return NONE;
  const at = Date.parse(failing_since);
  return formatRelative(at, now) === null
    ? shortDate(at, now, styleOf(reading).timeZone)
    : formatWhen(at, reading, today);
}

/** `8 of 10`: how many attempts of the last hour failed. */
export function formatLastHour({ last_hour: { attempts, failed } }: Pick<TroubleJson, 'last_hour'>): string {
  return attempts === 0 ? NONE : `${figure(failed)} of ${figure(attempts)}`;
}

/** `in 38 s`, `now`; a dash if nothing will be sent again. */
export function formatNextAttempt({ isDisabled, next_attempt_at }: TroubledWebhook, now: number): string {
  if (isDisabled) return 'Disabled';
  if (!next_attempt_at) return NONE;
  const at = Date.parse(next_attempt_at);
  return at <= now ? 'now' : (formatRelative(at, now) ?? 'in days');
}
