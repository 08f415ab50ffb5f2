import { describe, expect, it } from 'vitest';
import {
  closedSentences,
  effectSentences,
  exportSentences,
  formatDifference,
  formatReviewReason,
  formatZonePlace,
  shortDay,
} from '#/lib/client/corrections/format-correction.ts';
import { HOUR_MS, MINUTE_MS } from '#/lib/core/duration.ts';
import type { EffectJson } from '#/lib/tracking/corrections/correction-schemas.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

const plain = (words: string | null) => words?.replaceAll('\u00a0', ' ');
const timer = (what: object) => ({ status: 'stopped', spans: [], ended_at: 'x', ...what }) as unknown as TimerJson;
/** A span of this many hours; an open one continues for as long, up to the time of the test. */
const spans = (hours: number) => [
  {
    id: 'a',
    started_at: '2026-11-17T08:00:00Z',
    ended_at: new Date(Date.parse('2026-11-17T08:00:00Z') + hours * HOUR_MS).toISOString(),
  },
];

describe('the reason why a timer is in the queue', () => {
  it.each([
    [{ end_reason: 'capped', needs_review: true, spans: spans(24) }, 'Stopped by the cap'],
    [{ end_reason: 'stopped', spans: spans(13) }, 'Longer than 10 h in one span'],
    [{ end_reason: 'stopped', needs_review: true, spans: spans(2) }, 'Needs review'],
    [{ end_reason: null, ended_at: null, spans: spans(11) }, 'Running for 11 h'],
    [{ end_reason: 'stopped', spans: spans(2) }, undefined],
  ])('is shown', (what, words) => {
    expect(plain(formatReviewReason(timer(what), Date.parse('2026-11-17T19:00:00Z')))).toBe(words);
  });
});

it('days, zones and differences are formatted for people', () => {
  expect(shortDay('2026-11-17', '2026')).toBe('Tue 17 Nov');
  expect(shortDay('2025-11-17', '2026')).toBe('Mon 17 Nov 2025');
  const style = { hourCycle: 'h23' as const, dayStartHour: 0 };
  const at = Date.parse('2026-11-17T08:00:00Z');
  expect(formatZonePlace({ ...style, timeZone: 'Europe/Berlin' }, at)).toBe('Berlin time (CET)');
  expect(formatZonePlace({ ...style, timeZone: 'America/New_York' }, at)).toMatch(/^New York time \(/);
  expect(formatZonePlace({ ...style, timeZone: 'UTC' }, at)).toBe('UTC time');
  expect(plain(formatDifference(10 * HOUR_MS, 8 * HOUR_MS))).toBe('− 2 h');
  expect(plain(formatDifference(0, 20 * MINUTE_MS))).toBe('+ 20 min');
  expect(formatDifference(5, 5)).toBeNull();
});

describe('the effect of a correction', () => {
  const day = (user_id: string, before: number, after: number) => ({
    user_id,
    date: '2026-11-17',
    before_ms: before * HOUR_MS,
    after_ms: after * HOUR_MS,
  });
  const effect = (what: object) => ({ timers: [], days: [], tickets: [], ...what }) as unknown as EffectJson;
  const words = (what: object) => effectSentences(effect(what), (id) => id).map(plain);

  it('is shown by amount, by day and by ticket', () => {
    const before = timer({ user_id: 'Jonas', elapsed_ms: 24 * HOUR_MS });
    const after = timer({ user_id: 'Jonas', elapsed_ms: 8 * HOUR_MS });
    const tickets = [{ ticket: { key: 'OPS-81' }, user_id: 'Jonas', before_ms: 24 * HOUR_MS, after_ms: 8 * HOUR_MS }];
    expect(words({ timers: [{ before, after }], days: [day('Jonas', 10, 8)], tickets })).toEqual([
      'Removes 16 h.',
      'Tue 17 Nov: 10 h to 8 h.',
      'OPS-81: 24 h to 8 h.',
    ]);
  });

  it('names people if there are several, and time that no longer counts', () => {
    const before = timer({ user_id: 'Jonas', elapsed_ms: HOUR_MS });
    const given = timer({ user_id: 'Maya', elapsed_ms: HOUR_MS });
    expect(words({ timers: [{ before, after: given }], days: [day('Jonas', 1, 0), day('Maya', 0, 1)] })).toEqual([
      'Goes to Maya.',
      'Jonas, Tue 17 Nov: 1 h to 0 s.',
      'Maya, Tue 17 Nov: 0 s to 1 h.',
    ]);
    const gone = timer({ user_id: 'Jonas', elapsed_ms: HOUR_MS, status: 'discarded' });
    expect(words({ timers: [{ before, after: gone }] })).toEqual(['Removes 1 h.', 'Deletes the timer.']);
  });

  it('names timers that stop, and of how many', () => {
    const running = timer({ user_id: 'Jonas', elapsed_ms: 2 * HOUR_MS, status: 'running' });
    const stopped = timer({ user_id: 'Jonas', elapsed_ms: HOUR_MS });
    expect(words({ timers: [{ before: running, after: stopped }] })).toEqual(['Removes 1 h.', 'Stops the timer.']);
    const both = { before: running, after: stopped };
    expect(words({ timers: [both, both, { before: stopped, after: stopped }] })).toEqual([
      'Removes 2 h, of 3 timers.',
      'Stops 2 timers.',
    ]);
    expect(words({ timers: [{ before: stopped, after: running }] })).toContain('Starts again the timer.');
  });

  it('names the person whose closed time it changes', () => {
    const closed = [
      { user_id: 'Jonas', through: '2026-03-31', week_starts_on: null },
      { user_id: 'Maya', through: null, week_starts_on: '2026-11-16' },
    ];
    expect(closedSentences(effect({ closed }), (id) => id)).toEqual([
      'Changes closed time of Jonas: closed through Tue 31 Mar.',
      'Changes closed time of Maya: the week of Mon 16 Nov is submitted or approved.',
    ]);
  });

  it('names the exports that contain the time, the newest if there are many', () => {
    const exports = ['march.csv', 'q1.xlsx', 'team.pdf', 'year.csv'].map((file_name) => ({
      file_name,
      user_id: 'Maya',
    }));
    const sentences = (some: object[], count: number) =>
      exportSentences(effect({ exports: some, exports_count: count }), (id) => id);
    expect(sentences([], 0)).toEqual([]);
    expect(sentences(exports.slice(0, 1), 1)).toEqual([
      'An export includes this time: march.csv (Maya). A file that is ready stays as it is; export again if needed.',
    ]);
    expect(sentences(exports.slice(0, 2), 2)[0]).toContain(
      '2 exports include this time: march.csv (Maya), q1.xlsx (Maya).',
    );
    expect(sentences(exports, 25)[0]).toContain(
      '25 exports include this time: march.csv (Maya), q1.xlsx (Maya), team.pdf (Maya) and 22 more.',
    );
  });
});
