import { describe, expect, it } from 'vitest';
import { formatDraftPlan } from '#/lib/client/plans/draft-plan.ts';
import { readTypedEntry } from '#/lib/client/typed/typed-entry.ts';

const NOW = Date.parse('2026-11-19T13:32:00Z');
const read = (text: string, asText: string[] = []) =>
  readTypedEntry(text, { now: NOW, reading: 'UTC', asText: new Set(asText) });
const words = (text: string) => {
  const { plan } = read(text);
  return plan && formatDraftPlan(plan).replaceAll('\u00a0', ' ');
};

describe('a typed plan', () => {
  it.each([
    ['Rotate the secret for 25m', 'Countdown, 25 min', 'Rotate the secret'],
    ['for 1h30 OPS-77', 'Countdown, 1 h 30 min', ''],
    ['Tea for 90s', 'Countdown, 1 min', 'Tea'],
    ['for 1:20', 'Countdown, 1 h 20 min', ''],
    ['Sprints 8x 10m/2m', 'Interval, 8 × 10 min, 2 min rest', 'Sprints'],
    ['6×25/5 Sprints', 'Interval, 6 × 25 min, 5 min rest', 'Sprints'],
    ['3 x 1h / 10 min', 'Interval, 3 × 1 h, 10 min rest', ''],
    ['1x 10m/2m', 'Interval, 1 × 10 min', ''],
  ])('%s is %s', (text, plan, title) => {
    expect(words(text)).toBe(plan);
    expect(read(text).title).toBe(title);
  });

  it('is valid for the API', () => {
    expect(read('for 25m').plan?.body).toEqual({
      type: 'countdown',
      plan: { type: 'countdown', duration_ms: 1_500_000 },
    });
    expect(read('8x 10m/2m').plan?.body).toEqual({
      type: 'interval',
      plan: { type: 'interval', rounds: 8, work_minutes: 10, rest_minutes: 2 },
    });
  });

  it.each([
    'Wait for 5m answers',
    'for 25h',
    'for a while',
    'for 0m',
    '8x 40s/20s',
    '8x 10m',
    '0x 10m/2m',
    '101x 10m/2m',
    '2x 0m/5m',
    'a8x 10m/2m',
  ])('%s is not a plan', (text) => expect(read(text).plan).toBeNull());

  it('is words again when marked as such, not a start in the past', () => {
    const typed = read('Tea for 25m', ['plan for 25m']);
    expect(typed).toMatchObject({ plan: null, startedAt: null, title: 'Tea for 25m' });
  });

  it('is combined with other parts of the text', () => {
    const typed = read('API-412 rate limiter @api #bug since 13:00 for 25m');
    expect(typed.parts.map(({ kind }) => kind)).toEqual(['ticket', 'project', 'tag', 'start', 'plan']);
    expect(typed.title).toBe('rate limiter');
    expect(typed.startedAt).toBe(Date.parse('2026-11-19T13:00:00Z'));
  });
});
