import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#/lib/core/duration.ts';
import { type Micros, MS_US } from '#/lib/core/micros.ts';

export type AlarmStatus = 'scheduled' | 'firing' | 'delivered' | 'dead' | 'aborted';
/** The status as the API shows it. The row of a retrying alarm is `scheduled`, with attempts before it. */
export type ShownStatus = AlarmStatus | 'retrying';
/** What to do with an alarm whose time, or whose deadline, has passed. */
export type Misfire = 'fire' | 'skip' | 'dead_letter';
export const WEBHOOK_FORMATS = ['raw', 'standard', 'cloudevents', 'cloudevents-binary'] as const;
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];
export type EndReason = 'delivered' | 'exhausted' | 'gone' | 'deadline_passed' | 'aborted' | 'skipped';

/** Delays between attempts: a list, or `base * factor^n` up to a cap, `count` times. Milliseconds. */
export type RetryPolicy = { delays_ms: number[] } | { base_ms: number; factor: number; cap_ms: number; count: number };

/** A body that is not JSON: text as it is, or bytes, which rows and requests hold in base64. */
export type BodyKind = 'text' | 'base64';

/** An alarm's settings that differ from the defaults, as its row stores them. */
export type AlarmSettings = {
  /** It publishes in the feed and has no URL. For a broker, the URL says so: `broker://…`. */
  output_mode?: 'event';
  method?: string;
  headers?: Readonly<Record<string, string>>;
  /** The values of headers that hold credentials; they are empty in `headers`. */
  sealed_headers?: string;
  format?: Exclude<WebhookFormat, 'raw'>;
  /** Set where the payload is a JSON string that stands for a body that is not JSON. */
  body?: BodyKind;
  retry?: RetryPolicy;
  misfire?: Misfire;
  append_id?: true;
  /** Called once the alarm has ended; the trigger `alarm_history_call_back` reads it. */
  callback?: { url: string; max_attempts: number };
  /** In a callback: id of the alarm that has ended. */
  callback_of?: string;
  /** In a `timer.dlq` event: id of the alarm that could not be published; the trigger writes it. */
  dead_letter_of?: string;
  applicant_service?: string;
  spread_ms?: number;
  /** When it was last replaced by a request whose due time counts from that instant, as with `delay`. */
  replaced_us?: Micros;
  /**
   * In a run of a schedule: the schedule, and the run's instant in RFC 3339. The index `alarms_by_schedule` reads it.
   */
  schedule_id?: string;
  run_at?: string;
  /** Deliveries name their event; the trigger `events_publish` writes it. */
  event?: PublishedEvent;
};

/** The event that a delivery carries. */
export type PublishedEvent = {
  id: string;
  type: string;
  /** RFC 3339. */
  at: string;
  /** For a resend: the id of the delivery it repeats, which stays its `webhook-id`. */
  delivery?: string;
};

/** An alarm as the API shows it, pending or finished. */
export type Alarm = {
  id: string;
  workspaceId: string;
  status: AlarmStatus;
  dueUs: Micros;
  /** Instant of the next attempt; null once finished. */
  nextAttemptUs: Micros | null;
  deadlineUs: Micros | null;
  createdUs: Micros;
  finishedUs: Micros | null;
  /** First byte of the last attempt; null when none was sent or it is still pending. */
  sentUs: Micros | null;
  version: number;
  attempts: number;
  maxAttempts: number;
  createdBy: string;
  endReason: EndReason | null;
  name: string | null;
  externalId: string | null;
  url: string | null;
  /** JSON text, exactly as it was given. */
  payload: string | null;
  settings: AlarmSettings;
};

/** What receivers are sent about an alarm that is due. */
export type DueAlarm = Pick<
  Alarm,
  'id' | 'workspaceId' | 'name' | 'externalId' | 'payload' | 'settings' | 'dueUs' | 'createdUs'
> & {
  /** From 1. */
  attempt: number;
};

/** How an alarm has ended, and why. */
export type AlarmEnd = { status: 'delivered' | 'dead' | 'aborted'; reason: EndReason };

/** Standard Webhooks' example schedule: ten attempts over three days. */
export const DEFAULT_RETRY: RetryPolicy = {
  delays_ms: [
    5 * SECOND_MS,
    5 * MINUTE_MS,
    30 * MINUTE_MS,
    2 * HOUR_MS,
    5 * HOUR_MS,
    10 * HOUR_MS,
    14 * HOUR_MS,
    20 * HOUR_MS,
    24 * HOUR_MS,
  ],
};
/**
 * The default for alarms that publish to a broker: a broker that was down receives what waited within about the length
 * of its outage. The trigger `alarm_history_dead_letter` repeats it.
 */
export const BROKER_RETRY: RetryPolicy = { base_ms: SECOND_MS, factor: 2, cap_ms: HOUR_MS, count: 50 };
/** Each wait varies by up to this fraction, so that alarms that failed together are not retried together. */
const JITTER = 0.1;
const MAX_RETRY_AFTER_MS = DAY_MS;
const WITHOUT_BODY = new Set(['GET', 'HEAD', 'OPTIONS', 'DELETE', 'TRACE']);

/** All attempts that a policy allows, including the first. */
export function attemptsOf(policy: RetryPolicy): number {
  return 1 + ('count' in policy ? policy.count : policy.delays_ms.length);
}

/**
 * Milliseconds from a failed attempt to the next: the policy's wait with jitter (`random` from 0 to 1), or the receiver's
 * `Retry-After` where that is longer. `failed` counts this round's failed attempts, from 1.
 */
export function retryDelayMs(
  policy: RetryPolicy,
  failed: number,
  { random, retryAfterMs }: { random: number; retryAfterMs: number | null },
): number {
  const wait = waitMs(policy, failed);
  const jittered = wait * (1 - JITTER + 2 * JITTER * random);
  return Math.round(Math.max(jittered, Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS)));
}

function waitMs(policy: RetryPolicy, failed: number): number {
  if ('count' in policy) return Math.min(policy.cap_ms, policy.base_ms * policy.factor ** (failed - 1));
  return policy.delays_ms[failed - 1] ?? policy.delays_ms.at(-1) ?? 0;
}

/** What follows attempt number `attempt`, which ended at `nowUs`: how the alarm ends, or when it is attempted next. */
export function nextState(
  alarm: Pick<Alarm, 'maxAttempts' | 'deadlineUs' | 'settings'> & { attempt: number },
  result: { isDelivered: boolean; isGone: boolean; retryAfterMs: number | null },
  { nowUs, random, policy }: { nowUs: Micros; random: number; policy: RetryPolicy },
): { end: AlarmEnd | null; nextAttemptUs: Micros | null } {
  if (result.isDelivered) return ended({ status: 'delivered', reason: 'delivered' });
  if (result.isGone) return ended({ status: 'dead', reason: 'gone' });
  if (alarm.attempt >= alarm.maxAttempts) return ended({ status: 'dead', reason: 'exhausted' });
  const own = alarm.settings.retry ?? policy;
  // A redriven alarm starts its waits over; attempts lost in crashes may come before the first wait.
  const failed = Math.max(1, alarm.attempt - (alarm.maxAttempts - attemptsOf(own)));
  const wait = retryDelayMs(own, failed, { random, retryAfterMs: result.retryAfterMs });
  const nextAttemptUs = nowUs + wait * MS_US;
  if (isPointless(alarm, nextAttemptUs)) return ended({ status: 'dead', reason: 'deadline_passed' });
  return { end: null, nextAttemptUs };
}

function ended(end: AlarmEnd): { end: AlarmEnd; nextAttemptUs: null } {
  return { end, nextAttemptUs: null };
}

/** True when this instant lies after the deadline and the alarm must not fire then. */
function isPointless(alarm: Pick<Alarm, 'deadlineUs' | 'settings'>, atUs: Micros): boolean {
  return alarm.deadlineUs !== null && atUs > alarm.deadlineUs && alarm.settings.misfire !== 'fire';
}

export type Misfired = { status: 'aborted'; reason: 'skipped' } | { status: 'dead'; reason: 'deadline_passed' };

/**
 * How an alarm ends that would fire after its deadline; null while it may fire. By default it becomes a dead letter.
 */
export function misfired(alarm: Pick<Alarm, 'deadlineUs' | 'settings'>, nowUs: Micros): Misfired | null {
  return isPointless(alarm, nowUs) ? endOfMisfire(alarm.settings.misfire) : null;
}

/** How an alarm ends that is not to fire late. */
export function endOfMisfire(misfire: Misfire | undefined): Misfired {
  if (misfire === 'skip') return { status: 'aborted', reason: 'skipped' };
  return { status: 'dead', reason: 'deadline_passed' };
}

/** True for methods that carry no body (RFC 9110, section 9.3). */
export function hasNoBody(method: string): boolean {
  return WITHOUT_BODY.has(method);
}

/** Tells an alarm scheduled again after an attempt from one without attempts. */
export function shownStatus({ status, attempts }: { status: AlarmStatus; attempts: number }): ShownStatus {
  return status === 'scheduled' && attempts > 0 ? 'retrying' : status;
}
