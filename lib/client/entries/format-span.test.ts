import { describe, expect, it } from 'vitest';
import { formatSpanZones } from '#/lib/client/entries/format-span.ts';

const BERLIN = { timeZone: 'Europe/Berlin', hourCycle: 'h23', dayStartHour: 0 } as const;
const span = (started_zone: string | null, ended_zone: string | null, isLive = false) => ({
  id: 's',
  origin: 'live' as const,
  from: Date.parse('2026-11-19T22:05:00Z'),
  to: Date.parse('2026-11-20T00:30:00Z'),
  isLive,
  started_zone,
  ended_zone,
});

describe('the zone of a span', () => {
  it.each([
    ['is not shown in the same zone', span('Europe/Berlin', 'Europe/Berlin'), null],
    ['nor where clocks show the same', span('Europe/Stockholm', 'Africa/Algiers'), null],
    ['nor where the zone is unknown', span(null, null), null],
    ['is shown once for both ends', span('America/New_York', 'America/New_York'), '17:05 – 19:30 in New York'],
    ['is shown for the start', span('America/New_York', 'Europe/Berlin'), 'started at 17:05 in New York'],
    ['and of the end', span('Europe/Berlin', 'Asia/Kathmandu'), 'ended at 06:15 in Kathmandu'],
    [
      'or of both apart',
      span('America/New_York', 'Asia/Kathmandu'),
      'started at 17:05 in New York, ended at 06:15 in Kathmandu',
    ],
    ['has no end while it runs', span('America/New_York', 'America/New_York', true), 'started at 17:05 in New York'],
  ])('%s', (_what, made, words) => {
    expect(formatSpanZones(made, BERLIN)).toBe(words);
  });
});
