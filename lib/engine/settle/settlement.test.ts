import { describe, expect, test } from 'vitest';
import type { RetryPolicy } from '#/lib/alarms/alarms/alarm.ts';
import { MS_US, SECOND_US } from '#/lib/core/micros.ts';
import { engineLatenessMs, latenessMs, lostTooOften, published, settle } from '#/lib/engine/settle/settlement.ts';
import type { FailureKind, WebhookResult } from '#/lib/webhooks/sending/attempt-result.ts';
import { claim, nowUs } from '#/test/engine/claim.ts';

const POLICY: RetryPolicy = { delays_ms: [5_000, 60_000] };
const START_US = nowUs();
const TIMES = { startedUs: START_US, sentUs: START_US + 100, endedUs: START_US + 2_000, durationUs: 1_900 };
const decide = { policy: POLICY, random: 0.5 };

function responding(status: number, retryAfterMs: number | null = null): WebhookResult {
  return { kind: 'responded', status, retryAfterMs, address: '192.0.2.1', excerpt: 'so', sentAtMs: 1, durationMs: 2 };
}

function failed(kind: FailureKind, sentAtMs: number | null = 1): WebhookResult {
  return { kind, detail: `It was ${kind}.`, address: null, sentAtMs, durationMs: 2 };
}

const ALL_FAILURES: Record<FailureKind, true> = {
  timeout: true,
  connection_refused: true,
  connection_reset: true,
  dns_failed: true,
  tls_failed: true,
  blocked_address: true,
  url_invalid: true,
  protocol_error: true,
  rejected: true,
  stopped: true,
};

describe('a response', () => {
  test.each([200, 201, 204, 299])('%i delivers the alarm', (status) => {
    const { end, nextAttemptUs, attempt } = settle(claim(), responding(status), TIMES, decide);
    expect([end, nextAttemptUs]).toEqual([{ status: 'delivered', reason: 'delivered' }, null]);
    expect(attempt).toMatchObject({ outcome: 'delivered', statusCode: status, detail: null, excerpt: 'so' });
  });

  test.each([300, 301, 304, 308, 400, 401, 404, 408, 409, 411, 429, 500, 503, 599])('%i is retried', (status) => {
    const { end, nextAttemptUs, attempt } = settle(claim(), responding(status), TIMES, decide);
    expect([end, nextAttemptUs]).toEqual([null, TIMES.endedUs + 5 * SECOND_US]);
    expect(attempt).toMatchObject({ outcome: 'responded', statusCode: status, nextAttemptUs });
  });

  test('410 ends it, with attempts left', () => {
    expect(settle(claim(), responding(410), TIMES, decide).end).toEqual({ status: 'dead', reason: 'gone' });
  });

  test('that asks for a longer wait gets it', () => {
    const { nextAttemptUs } = settle(claim(), responding(503, 90_000), TIMES, decide);
    expect(nextAttemptUs).toBe(TIMES.endedUs + 90 * SECOND_US);
  });
});

describe('a failure', () => {
  test.each(Object.keys(ALL_FAILURES) as FailureKind[])('%s is retried, and the log says why', (kind) => {
    const alarm = claim({ attempt: 2, maxAttempts: 3 });
    const { end, nextAttemptUs, attempt } = settle(alarm, failed(kind), TIMES, decide);
    expect([end, nextAttemptUs]).toEqual([null, TIMES.endedUs + 60 * SECOND_US]);
    expect(attempt).toEqual({
      alarmId: alarm.id,
      attempt: 2,
      startedUs: TIMES.startedUs,
      sentUs: TIMES.sentUs,
      durationUs: 1_900,
      outcome: kind,
      statusCode: null,
      detail: `It was ${kind}.`,
      address: null,
      excerpt: null,
      nextAttemptUs,
    });
  });

  test.each([responding(500), failed('timeout')])('of the last attempt makes it a dead letter', (delivery) => {
    const { end, nextAttemptUs } = settle(claim({ attempt: 3, maxAttempts: 3 }), delivery, TIMES, decide);
    expect([end, nextAttemptUs]).toEqual([{ status: 'dead', reason: 'exhausted' }, null]);
  });

  test('after crashes used up more attempts than allowed still ends it', () => {
    const { end } = settle(claim({ attempt: 5, maxAttempts: 3 }), responding(500), TIMES, decide);
    expect(end).toEqual({ status: 'dead', reason: 'exhausted' });
  });

  test('that leaves no attempt before the deadline makes it a dead letter, unless it is to fire late', () => {
    const deadlineUs = TIMES.endedUs + SECOND_US;
    expect(settle(claim({ deadlineUs }), responding(500), TIMES, decide).end).toEqual({
      status: 'dead',
      reason: 'deadline_passed',
    });
    const late = claim({ deadlineUs, settings: { misfire: 'fire' } });
    expect(settle(late, responding(500), TIMES, decide).end).toBeNull();
  });
});

test('an attempt is logged as long as it took, however far the clock of the database was set meanwhile', () => {
  for (const endedUs of [TIMES.startedUs - SECOND_US, TIMES.startedUs + 3_000 * SECOND_US]) {
    expect(settle(claim(), responding(200), { ...TIMES, endedUs }, decide).attempt?.durationUs).toBe(1_900);
  }
});

test('an event is delivered by being written', () => {
  const alarm = claim({ url: null });
  const { end, attempt } = published(alarm, START_US);
  expect(end).toEqual({ status: 'delivered', reason: 'delivered' });
  expect(attempt).toMatchObject({ alarmId: alarm.id, outcome: 'delivered', sentUs: START_US, durationUs: 0 });
});

test('lateness counts from when this attempt was due to its first byte, and is unknown when nothing was sent', () => {
  const alarm = claim({ attemptUs: START_US - 3 * MS_US });
  expect(latenessMs(settle(alarm, responding(200), TIMES, decide))).toBe(3.1);
  expect(latenessMs(settle(alarm, failed('dns_failed', null), { ...TIMES, sentUs: null }, decide))).toBeNull();
});

test.each<[why: string, change: Parameters<typeof claim>[0], ms: number | null]>([
  ['from its due time until it began', {}, 3],
  ['from its creation, if it was due earlier', { createdUs: START_US - MS_US }, 1],
  ['not before it was due', { dueUs: START_US + MS_US, attemptUs: START_US + MS_US }, 0],
  ['nothing for a later attempt', { attempt: 2 }, null],
  ['nothing for one that its receiver had delayed', { wasHeld: true }, null],
  ['nothing for one that was postponed', { dueUs: START_US - 9 * MS_US }, null],
])('the engine’s lateness counts %s', (_, change, ms) => {
  const alarm = claim({ attemptUs: START_US - 3 * MS_US, ...change });
  // However long it took to reach the receiver.
  const times = { ...TIMES, sentUs: START_US + SECOND_US, endedUs: START_US + 2 * SECOND_US };
  expect(engineLatenessMs(settle(alarm, responding(200), times, decide))).toBe(ms);
});

test('an alarm whose attempts are lost with their workers again and again ends as well', () => {
  expect(lostTooOften(claim({ attempt: 15, maxAttempts: 10 }))).toBeNull();
  expect(lostTooOften(claim({ attempt: 16, maxAttempts: 10 }))).toEqual({ status: 'dead', reason: 'exhausted' });
});
