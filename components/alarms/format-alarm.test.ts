import { describe, expect, it } from 'vitest';
import { formatAttemptResult } from '#/components/alarms/drawer/format-attempt-result.ts';
import {
  alarmName,
  attemptsCell,
  formatAlarmState,
  formatCount,
  formatElapsed,
  formatExact,
  formatRelative,
  formatRetryDelays,
  latenessCell,
  shortDate,
} from '#/components/alarms/format-alarm.ts';
import { DEFAULT_RETRY } from '#/lib/alarms/alarms/alarm.ts';
import type { AlarmJson } from '#/lib/alarms/alarms/alarm-schemas.ts';
import { HOUR_MS } from '#/lib/core/duration.ts';

const STOCKHOLM = 'Europe/Stockholm';
const NOW = Date.parse('2026-11-19T13:30:00.000Z');
const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ') ?? null;

const alarm = (change: Partial<AlarmJson>) =>
  ({ status: 'scheduled', attempts: 0, max_attempts: 8, end_reason: null, lateness_ms: null, ...change }) as AlarmJson;

describe('the state of an alarm', () => {
  it.each([
    [{}, 'Scheduled', '–'],
    [{ status: 'firing', attempts: 1 }, 'Firing', '1'],
    [{ status: 'firing', attempts: 3 }, 'Firing, attempt 3 of 8', '3'],
    [{ status: 'retrying', attempts: 3 }, 'Retrying, 3 of 8 attempts', '3 of 8'],
    [{ status: 'retrying', attempts: 1, max_attempts: 1 }, 'Retrying, 1 of 1 attempt', '1 of 1'],
    [{ status: 'delivered', attempts: 1, lateness_ms: 10.6 }, 'Delivered, 11 ms late', '1'],
    [{ status: 'delivered', attempts: 1 }, 'Delivered', '1'],
    [{ status: 'dead', attempts: 8, end_reason: 'exhausted' }, 'Dead after 8 attempts', '8 of 8'],
    [{ status: 'dead', attempts: 1, end_reason: 'gone' }, 'Dead because its receiver is gone', '1 of 8'],
    [{ status: 'dead', end_reason: 'deadline_passed' }, 'Dead because its deadline passed', '0 of 8'],
    [{ status: 'aborted', end_reason: 'aborted' }, 'Aborted before it fired', '0'],
    [{ status: 'aborted', attempts: 1, end_reason: 'aborted' }, 'Aborted after 1 attempt', '1'],
    [{ status: 'aborted', end_reason: 'skipped' }, 'Skipped, its time had passed', '0'],
  ] as const)('of %j reads %s, its attempts %s', (change, line, attempts) => {
    expect(plain(formatAlarmState(alarm(change)))).toBe(line);
    expect(attemptsCell(alarm(change))).toBe(attempts);
  });
});

describe('the name of an alarm', () => {
  it.each([
    [{ name: 'invoice.reminder', external_id: 'inv_1', url: 'https://a.dev/x' }, 'invoice.reminder'],
    [{ name: null, external_id: 'inv_1', url: 'https://a.dev/x' }, 'inv_1'],
    [{ name: null, external_id: null, url: 'https://a.dev:8443/x' }, 'a.dev:8443'],
    [{ name: null, external_id: null, url: null }, 'Alarm without a name'],
  ])('%j is %s', (fields, name) => {
    expect(alarmName(fields)).toBe(name);
  });
});

describe('numbers', () => {
  it.each([
    [0.4, '0 ms'],
    [212.4, '212 ms'],
    [2_149, '2.1 s'],
    [10_000, '10.0 s'],
    [185_000, '3 min'],
  ])('%d ms take %s', (ms, words) => {
    expect(plain(formatElapsed(ms))).toBe(words);
  });

  it('of lateness have a sign, and none is a dash', () => {
    expect(plain(latenessCell(18.2))).toBe('+ 18 ms');
    expect(latenessCell(null)).toBe('–');
  });

  it.each([
    [0, '0'],
    [9_192, '9,192'],
    [10_001, '10,000+'],
  ])('%d counted alarms read %s', (count, words) => {
    expect(formatCount(count)).toBe(words);
  });
});

describe('when it is due', () => {
  it.each([
    [400, 'now'],
    [12 * 60_000, 'in 12 min'],
    [-28_500, '28 s ago'],
    [-HOUR_MS, '1 h ago'],
    [-(HOUR_MS + 50 * 60_000), '1 h 50 min ago'],
    [2 * HOUR_MS - 1, 'in 1 h 59 min'],
    [23.9 * HOUR_MS, 'in 23 h 54 min'],
    [24 * HOUR_MS, null],
  ])('%d ms from now reads %s', (ms, words) => {
    expect(plain(formatRelative(NOW + ms, NOW))).toBe(words);
  });

  it('has its zone and milliseconds in full', () => {
    expect(formatExact(NOW + 7, STOCKHOLM)).toBe('19 Nov 2026, 14:30:00.007 CET');
  });

  it('has the weekday in this year, and the year in another', () => {
    expect(plain(shortDate(NOW, NOW, STOCKHOLM))).toBe('Thu 19 Nov');
    expect(plain(shortDate(Date.parse('2027-02-01T00:00Z'), NOW, STOCKHOLM))).toBe('1 Feb 2027');
  });
});

describe('delays between attempts', () => {
  it.each([
    [DEFAULT_RETRY, 'delays 5 s, 5 min, 30 min, 2 h …'],
    [{ delays_ms: [200, 90_000] }, 'delays 200 ms, 1 min'],
    [{ base_ms: 5_000, factor: 3, cap_ms: 30_000, count: 9 }, 'delays 5 s, 15 s, 30 s, 30 s …'],
    [{ delays_ms: [] }, null],
  ])('of %j read %s', (policy, words) => {
    expect(plain(formatRetryDelays(policy))).toBe(words);
  });
});

describe('the response to an attempt', () => {
  it.each([
    ['delivered', 204, 12, '204 No Content'],
    ['delivered', null, 0, 'Published'],
    ['responded', 503, 212, '503 Service Unavailable'],
    ['responded', 599, 212, '599'],
    ['timeout', null, 15_003.2, 'No response within 15 s'],
    ['connection_refused', null, 1, 'Connection refused'],
    ['blocked_address', null, 1, 'Address not allowed'],
    ['dns_failed', null, 1, 'Host not found'],
  ] as const)('%s %s after %d ms reads %s', (outcome, status_code, duration_ms, words) => {
    expect(plain(formatAttemptResult({ outcome, status_code, duration_ms }))).toBe(words);
  });
});
