import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import {
  type AlarmSettings,
  attemptsOf,
  BROKER_RETRY,
  hasNoBody,
  type RetryPolicy,
} from '#/lib/alarms/alarms/alarm.ts';
import { bodyProblems, storedBody } from '#/lib/alarms/alarms/alarm-body.ts';
import type { CreateAlarmInput } from '#/lib/alarms/alarms/alarm-input-schemas.ts';
import { brokerUrl } from '#/lib/alarms/alarms/broker-address.ts';
import { type BrokerTarget, type BrokerTargets, NO_BROKERS } from '#/lib/alarms/alarms/broker-targets-query.ts';
import { headerProblem } from '#/lib/alarms/alarms/header-problem.ts';
import { sealHeaders } from '#/lib/alarms/alarms/sealed-headers.ts';
import type { FieldProblem } from '#/lib/core/errors.ts';
import { type AllowList, urlProblem } from '#/lib/url-guard/url-guard.ts';

/** Networks that may be called, and brokers of the workspace, including those that the input names. */
export type Reachable = { allowed: AllowList; brokers?: BrokerTargets };
type BrokerInput = Pick<CreateAlarmInput, 'broker' | 'broker_id' | 'target'>;

/** What is wrong with an alarm's call or event. */
export function targetProblems(input: CreateAlarmInput, { allowed, brokers = NO_BROKERS }: Reachable): FieldProblem[] {
  return [
    ...jitterProblems(input),
    ...(input.output_mode === 'event'
      ? [...ofWebhooks(input), ...brokerProblems(input, brokers)]
      : [...ofEvents(input), ...callProblems(input, allowed)]),
    ...callbackProblems(input, allowed),
  ];
}

function brokerProblems(input: BrokerInput, brokers: BrokerTargets): FieldProblem[] {
  const { broker, broker_id: id, target } = input;
  if (broker !== undefined && id !== undefined)
    return [{ pointer: '/broker_id', detail: 'can’t be combined with broker' }];
  if (broker === undefined && id === undefined) {
    return target === undefined ? [] : [{ pointer: '/target', detail: 'needs a broker' }];
  }
  const found = namedBroker(input, brokers);
  if (!found) {
    const pointer = broker === undefined ? '/broker_id' : '/broker';
    return [{ pointer, detail: 'is no broker of this workspace. GET /brokers lists them' }];
  }
  const hasTarget = target !== undefined || found.outputTarget !== null;
  return hasTarget ? [] : [{ pointer: '/target', detail: 'is required: the broker has no output_target' }];
}

function namedBroker({ broker, broker_id: id }: BrokerInput, brokers: BrokerTargets): BrokerTarget | undefined {
  return brokers.get(broker ?? id ?? '');
}

function ofEvents(input: BrokerInput): FieldProblem[] {
  const names = (['broker', 'broker_id', 'target'] as const).filter((name) => input[name] !== undefined);
  return names.map((name) => ({ pointer: `/${name}`, detail: 'needs output_mode event' }));
}

/** The URL in the alarm's row: the one it calls, the broker it publishes to, or null for the feed alone. */
export function urlOf(
  input: BrokerInput & Pick<CreateAlarmInput, 'url'>,
  brokers: BrokerTargets = NO_BROKERS,
): string | null {
  const broker = namedBroker(input, brokers);
  if (!broker) return input.url ?? null;
  return brokerUrl({ brokerId: broker.id, target: input.target ?? broker.outputTarget ?? '' });
}

/** The retry policy of an alarm that sets one or publishes to a broker; else undefined. */
export function ownRetry(input: BrokerInput & Pick<CreateAlarmInput, 'retry'>): RetryPolicy | undefined {
  return input.retry ?? (namesBroker(input) ? BROKER_RETRY : undefined);
}

function namesBroker({ broker, broker_id: id }: BrokerInput): boolean {
  return broker !== undefined || id !== undefined;
}

function callProblems(input: CreateAlarmInput, allowed: AllowList): FieldProblem[] {
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

const MAX_KNOWN_URLS = 1_000;
const knownUrls = new WeakMap<AllowList, LRUCache<string, { problem: string | null }>>();

/** Thousands of alarms call few receivers, and parsing the URL is a third of the time it takes to plan an alarm. */
function knownUrlProblem(url: string, allowed: AllowList): string | null {
  const known = knownUrls.get(allowed) ?? new LRUCache<string, { problem: string | null }>({ max: MAX_KNOWN_URLS });
  knownUrls.set(allowed, known);
  const before = known.get(url);
  if (before) return before.problem;
  const problem = urlProblem(url, allowed);
  known.set(url, { problem });
  return problem;
}

/** The jitter requested, in milliseconds. */
export function jitterMsOf({ jitter, jitter_ms }: Pick<CreateAlarmInput, 'jitter' | 'jitter_ms'>): number {
  return jitter ?? jitter_ms ?? 0;
}

function jitterProblems({ jitter, jitter_ms }: CreateAlarmInput): FieldProblem[] {
  if (jitter === undefined || jitter_ms === undefined) return [];
  return [{ pointer: '/jitter_ms', detail: 'can’t be combined with jitter' }];
}

/** The fields of a call as responses show them for an alarm that makes none. */
const NO_REQUEST_FIELDS = {
  url: undefined,
  method: 'POST',
  headers: {},
  format: 'raw',
  append_id: false,
  body: undefined,
  body_base64: undefined,
} as const;

function ofWebhooks(input: CreateAlarmInput): FieldProblem[] {
  const names = (Object.keys(NO_REQUEST_FIELDS) as (keyof typeof NO_REQUEST_FIELDS)[]).filter(
    (one) => input[one] !== undefined && !isDeepStrictEqual(input[one], NO_REQUEST_FIELDS[one]),
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

/** An alarm's settings that differ from the defaults; most rows have none. `retry`: the operator's policy. */
export function settingsOf(input: CreateAlarmInput, alarmId: string, retry: RetryPolicy): AlarmSettings {
  const settings: AlarmSettings = { ...storedBody(input).settings };
  // For one that publishes to a broker, the URL says so.
  if (input.output_mode === 'event' && !namesBroker(input)) settings.output_mode = 'event';
  if (input.method && input.method !== 'POST') settings.method = input.method;
  if (input.headers && Object.keys(input.headers).length > 0) {
    Object.assign(settings, sealHeaders(input.headers, alarmId));
  }
  if (input.format && input.format !== 'raw') settings.format = input.format;
  const own = ownRetry(input);
  if (own) settings.retry = own;
  if (input.misfire) settings.misfire = input.misfire;
  if (input.append_id) settings.append_id = true;
  if (input.callback_url) settings.callback = { url: input.callback_url, max_attempts: attemptsOf(retry) };
  if (input.applicant_service) settings.applicant_service = input.applicant_service;
  const jitterMs = jitterMsOf(input);
  if (jitterMs) settings.spread_ms = jitterMs;
  return settings;
}
