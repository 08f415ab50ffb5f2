import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import { type AlarmSettings, attemptsOf, hasNoBody, type RetryPolicy } from '#/lib/alarms/alarms/alarm.ts';
import { bodyProblems, storedBody } from '#/lib/alarms/alarms/alarm-body.ts';
import type { CreateAlarmInput } from '#/lib/alarms/alarms/alarm-schemas.ts';
import { headerProblem } from '#/lib/alarms/alarms/header-problem.ts';
import { sealHeaders } from '#/lib/alarms/alarms/sealed-headers.ts';
import type { FieldProblem } from '#/lib/core/errors.ts';
import { type AllowList, urlProblem } from '#/lib/url-guard/url-guard.ts';

/** What is wrong with what an alarm is to do. */
export function targetProblems(input: CreateAlarmInput, allowed: AllowList): FieldProblem[] {
  return [...jitterProblems(input), ...callProblems(input, allowed), ...callbackProblems(input, allowed)];
}

function callProblems(input: CreateAlarmInput, allowed: AllowList): FieldProblem[] {
  if (input.output_mode === 'event') return ofWebhooks(input);
  if (input.url === undefined) return [{ pointer: '/url', detail: 'is required unless output_mode is event' }];
  const problem = knownUrlProblem(input.url, allowed);
  return [
    ...(problem ? [{ pointer: '/url', detail: problem }] : []),
    ...headerProblems(input.headers),
    ...formatProblems(input),
    ...bodyProblems(input),
  ];
}

function callbackProblems({ callback_url: url }: CreateAlarmInput, allowed: AllowList): FieldProblem[] {
  const detail = url === undefined ? null : knownUrlProblem(url, allowed);
  return detail ? [{ pointer: '/callback_url', detail }] : [];
}

const MOST_KNOWN_URLS = 1_000;
const knownUrls = new WeakMap<AllowList, LRUCache<string, { problem: string | null }>>();

/** Alarms by the thousand call few receivers, and taking a URL apart is a third of planning an alarm. */
function knownUrlProblem(url: string, allowed: AllowList): string | null {
  const known = knownUrls.get(allowed) ?? new LRUCache<string, { problem: string | null }>({ max: MOST_KNOWN_URLS });
  knownUrls.set(allowed, known);
  const before = known.get(url);
  if (before) return before.problem;
  const problem = urlProblem(url, allowed);
  known.set(url, { problem });
  return problem;
}

/** The jitter that was asked for, in milliseconds. */
export function jitterMsOf({ jitter, jitter_ms }: Pick<CreateAlarmInput, 'jitter' | 'jitter_ms'>): number {
  return jitter ?? jitter_ms ?? 0;
}

function jitterProblems({ jitter, jitter_ms }: CreateAlarmInput): FieldProblem[] {
  if (jitter === undefined || jitter_ms === undefined) return [];
  return [{ pointer: '/jitter_ms', detail: 'can’t be combined with jitter' }];
}

/** What an alarm without a call has of it as it is read. */
const WITHOUT_CALL = {
  url: undefined,
  method: 'POST',
  headers: {},
  format: 'raw',
  append_id: false,
  body: undefined,
  body_base64: undefined,
} as const;

function ofWebhooks(input: CreateAlarmInput): FieldProblem[] {
  const names = (Object.keys(WITHOUT_CALL) as (keyof typeof WITHOUT_CALL)[]).filter(
    (one) => input[one] !== undefined && !isDeepStrictEqual(input[one], WITHOUT_CALL[one]),
  );
  return names.map((name) => ({ pointer: `/${name}`, detail: 'is not allowed when output_mode is event' }));
}

/** All formats but raw wrap the payload in a body (CloudEvents 1.0.2, HTTP protocol binding, section 3). */
function formatProblems({ format = 'raw', method = 'POST' }: CreateAlarmInput): FieldProblem[] {
  if (format === 'raw' || !hasNoBody(method)) return [];
  const detail = `needs a body, which ${method} does not carry. Use POST, PUT or PATCH, or format raw.`;
  return [{ pointer: '/format', detail }];
}

function headerProblems(headers: Record<string, string> = {}): FieldProblem[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    const detail = headerProblem(name, value);
    return detail ? [{ pointer: `/headers/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, detail }] : [];
  });
}

/** What of an alarm differs from the defaults, so that most rows have nothing to say. `retry`: the operator's policy. */
export function settingsOf(input: CreateAlarmInput, alarmId: string, retry: RetryPolicy): AlarmSettings {
  const settings: AlarmSettings = { ...storedBody(input).settings };
  if (input.output_mode === 'event') settings.output_mode = 'event';
  if (input.method && input.method !== 'POST') settings.method = input.method;
  if (input.headers && Object.keys(input.headers).length > 0) {
    Object.assign(settings, sealHeaders(input.headers, alarmId));
  }
  if (input.format && input.format !== 'raw') settings.format = input.format;
  if (input.retry) settings.retry = input.retry;
  if (input.misfire) settings.misfire = input.misfire;
  if (input.append_id) settings.append_id = true;
  if (input.callback_url) settings.callback = { url: input.callback_url, max_attempts: attemptsOf(retry) };
  if (input.applicant_service) settings.applicant_service = input.applicant_service;
  const jitterMs = jitterMsOf(input);
  if (jitterMs) settings.spread_ms = jitterMs;
  return settings;
}
