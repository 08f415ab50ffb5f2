import { describe, expect, it } from 'vitest';
import { type Bulk, bulkEdit, type Chosen, NO_BULK } from '#/lib/client/corrections/bulk-edit.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

const STYLE = { timeZone: 'UTC', hourCycle: 'h23' as const, dayStartHour: 0 };
const owner = (name: string, time_zone: string) => ({ user_id: name, name, time_zone, day_start_hour: 0 });
const timer = (id: string, what: object) =>
  ({
    id,
    version: 2,
    status: 'stopped',
    title: 'Work',
    ticket: null,
    tags: [],
    ended_at: 'x',
    ...what,
  }) as unknown as TimerJson;
const span = (started_at: string, ended_at: string | null) => ({
  id: started_at,
  started_at,
  ended_at,
  origin: 'live',
});
const JONAS: Chosen = {
  owner: owner('Jonas', 'Europe/Berlin'),
  timer: timer('jonas', {
    tags: ['ops', 'night'],
    spans: [span('2026-11-17T08:00:00Z', '2026-11-17T11:00:00Z'), span('2026-11-17T12:00:00Z', '2026-11-18T08:00:00Z')],
  }),
};
const AMARA: Chosen = {
  owner: owner('Amara', 'America/New_York'),
  timer: timer('amara', {
    status: 'running',
    ended_at: null,
    ticket: { key: 'OPS-81' },
    spans: [span('2026-11-17T14:00:00Z', null)],
  }),
};
const result = (change: Partial<Bulk>, chosen = [JONAS, AMARA]) => bulkEdit({ ...NO_BULK, ...change }, chosen, STYLE);

describe('several timers at once', () => {
  it('are stopped if they are open', () => {
    expect(result({})).toEqual({ drafts: [{ timer_id: 'amara', version: 2, status: 'stopped' }] });
  });

  it('end at a time of each owner’s own day', () => {
    expect(result({ kind: 'end', end: '17:30' })).toEqual({
      drafts: [
        {
          timer_id: 'jonas',
          version: 2,
          spans: [
            { started_at: '2026-11-17T08:00:00Z', ended_at: '2026-11-17T11:00:00Z' },
            { started_at: '2026-11-17T12:00:00Z', ended_at: '2026-11-17T16:30:00.000Z' },
          ],
        },
        {
          timer_id: 'amara',
          version: 2,
          status: 'stopped',
          spans: [{ started_at: '2026-11-17T14:00:00Z', ended_at: '2026-11-17T22:30:00.000Z' }],
        },
      ],
    });
    expect(result({ kind: 'end', end: '09:00' }, [JONAS])).toEqual({ drafts: [] });
  });

  it('are rejected with the owner whose time can’t be read', () => {
    expect(result({ kind: 'end', end: '25:99' })).toEqual({ problem: expect.stringMatching(/^Jonas: Enter a time/) });
    const night = timer('night', { spans: [span('2026-10-24T20:00:00Z', '2026-10-25T08:00:00Z')] });
    expect(result({ kind: 'end', end: '02:30' }, [{ ...JONAS, timer: night }])).toEqual({
      problem: expect.stringContaining('twice'),
    });
  });

  it('get tags and lose some, and move to a ticket', () => {
    expect(result({ kind: 'tags', add: '#billing ops', remove: 'night' })).toEqual({
      drafts: [
        { timer_id: 'jonas', version: 2, tags: ['ops', 'billing'] },
        { timer_id: 'amara', version: 2, tags: ['billing', 'ops'] },
      ],
    });
    expect(result({ kind: 'ticket', ticket: 'ops-81' })).toEqual({
      drafts: [{ timer_id: 'jonas', version: 2, ticket_key: 'OPS-81' }],
    });
    expect(result({ kind: 'ticket', ticket: 'two words' })).toHaveProperty('problem');
    expect(result({ kind: 'tags' })).toEqual({ drafts: [] });
    expect(result({ kind: 'ticket' })).toEqual({ drafts: [] });
  });
});
