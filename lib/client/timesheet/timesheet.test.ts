import { describe, expect, it } from 'vitest';
import { busyOf, rowKey, subjectName, timesheetOf, withRows } from '#/lib/client/timesheet/timesheet.ts';
import type { TimerJson, TimerListJson } from '#/lib/tracking/timers/timer-schemas.ts';
import { spanJson, stoppedTimer, timerJson } from '#/test/timer-json.ts';

const HOUR = 3_600_000;
const NOW = Date.parse('2026-11-19T12:00:00Z');
const DAYS = ['2026-11-20', '2026-11-19', '2026-11-18'];

/** Three days of Stockholm, newest first as the server lists them. */
function listOf(timers: TimerJson[]): TimerListJson {
  const days = DAYS.map((date) => {
    const startsAt = Date.parse(`${date}T00:00:00+01:00`);
    const [starts_at, ends_at] = [startsAt, startsAt + 24 * HOUR].map((at) => new Date(at).toISOString());
    return { date, starts_at: starts_at ?? '', ends_at: ends_at ?? '', elapsed_ms: 0, timers: 0 };
  });
  const totals = { elapsed_ms: 0, as_of: '2026-11-19T12:00:00Z', time_zone: 'Europe/Stockholm', days };
  return { timers, totals, next_cursor: null, server_time: '2026-11-19T12:00:00Z' };
}

const API: TimerJson['ticket'] = { id: 'a', key: 'API-412', title: 'Rate limiter', url: null };
const WEB: TimerJson['ticket'] = { id: 'w', key: 'WEB-9', title: 'Calendar', url: null };
const PUBLIC: TimerJson['project'] = { id: 'p', name: 'Public API' };

describe('a timesheet', () => {
  it('has a row for each ticket and a cell for each day, oldest first', () => {
    const sheet = timesheetOf(
      listOf([
        stoppedTimer([['09:00', '10:00']], { ticket: WEB }),
        stoppedTimer([['06:00', '08:00']], { ticket: API, title: 'Named otherwise' }),
        stoppedTimer([['2026-11-18T08:00:00Z', '2026-11-18T08:30:00Z']], { ticket: API }),
      ]),
      'ticket',
      NOW,
    );
    expect(sheet.days.map(({ date }) => date)).toEqual(DAYS.toReversed());
    expect(sheet.rows.map(({ subject }) => subject.ticket?.key)).toEqual(['API-412', 'WEB-9']);
    expect(sheet.rows[0]?.cells.map(({ ms }) => ms)).toEqual([0.5 * HOUR, 2 * HOUR, 0]);
    expect(sheet.dayMs).toEqual([0.5 * HOUR, 3 * HOUR, 0]);
    expect(sheet.ms).toBe(3.5 * HOUR);
  });

  it('has a row for each title without a ticket, and by project one for the project', () => {
    const list = listOf([
      stoppedTimer([['06:00', '07:00']], { title: 'Stand-up' }),
      stoppedTimer([['07:00', '08:00']], { ticket: API, project: PUBLIC }),
      stoppedTimer([['08:00', '09:00']], { title: 'Review', project: PUBLIC }),
    ]);
    const names = (by: 'ticket' | 'project') =>
      timesheetOf(list, by, NOW).rows.map((row) => [subjectName(row.subject, by), row.ms / HOUR]);
    expect(names('ticket')).toEqual([
      ['API-412', 1],
      ['Review', 1],
      ['Stand-up', 1],
    ]);
    expect(names('project')).toEqual([
      ['Public API', 2],
      ['No project', 1],
    ]);
  });

  it('counts a night on both days, and grows with running time on the current day', () => {
    const running = timerJson({
      ticket: API,
      spans: [spanJson('2026-11-18T22:00:00Z', null)],
    });
    const [row] = timesheetOf(listOf([running]), 'ticket', NOW).rows;
    expect(row?.cells.map(({ ms, isLive }) => [ms / HOUR, isLive])).toEqual([
      [1, false],
      [13, true],
      [0, false],
    ]);
  });

  it('excludes timers without time in its days', () => {
    const before = stoppedTimer([['2026-11-01T08:00:00Z', '2026-11-01T09:00:00Z']]);
    expect(timesheetOf(listOf([before]), 'ticket', NOW).rows).toEqual([]);
  });

  it('accepts further rows without time, each once and in its place', () => {
    const sheet = timesheetOf(listOf([stoppedTimer([['06:00', '07:00']], { ticket: WEB })]), 'ticket', NOW);
    const subjects = [API, WEB].map((ticket) => ({ ticket, project: null, title: '' }));
    const more = withRows(
      sheet,
      subjects.map((subject) => ({ key: rowKey(subject, 'ticket'), subject })),
    );
    expect(more.rows.map(({ subject, ms }) => [subject.ticket?.key, ms / HOUR])).toEqual([
      ['API-412', 0],
      ['WEB-9', 1],
    ]);
    expect(busyOf(more)).toHaveLength(1);
  });
});
