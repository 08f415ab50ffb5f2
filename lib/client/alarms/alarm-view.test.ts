import { describe, expect, it } from 'vitest';
import { comingPath, countsPath, pagePath } from '#/lib/client/alarms/alarm-paths.ts';
import {
  type AlarmView,
  alarmIdIn,
  alarmsHref,
  isAlarmsPath,
  readAlarmView,
  runsHref,
} from '#/lib/client/alarms/alarm-view.ts';

const NOW = Date.parse('2026-11-19T13:30:00.000Z');
const FIRST: AlarmView = { tab: 'all', search: '', window: 'day', schedule: '' };
const SCHEDULE = '0199aaaa-0000-7000-8000-000000000001';
const asked = (path: string | null) => Object.fromEntries(new URL(path ?? '', 'http://x').searchParams);

describe('the view in the URL', () => {
  it('is all alarms of the last day by default', () => {
    expect(readAlarmView(new URLSearchParams())).toEqual(FIRST);
    expect(alarmsHref(FIRST)).toBe('/alarms');
  });

  it('survives a round trip through the URL', () => {
    const view = readAlarmView(new URLSearchParams('state=dead&search=inv+x&window=hour'));
    expect(view).toEqual({ ...FIRST, tab: 'dead', search: 'inv x', window: 'hour' });
    expect(alarmsHref(view)).toBe('/alarms?state=dead&search=inv+x&window=hour');
    expect(alarmsHref(view, 'a1')).toBe('/alarms/a1?state=dead&search=inv+x&window=hour');
  });

  it('ignores unknown values', () => {
    expect(readAlarmView(new URLSearchParams('state=fired&window=year'))).toEqual(FIRST);
  });

  it('may be the runs of one schedule, but only for a valid id', () => {
    expect(runsHref(SCHEDULE)).toBe(`/alarms?window=month&schedule=${SCHEDULE}`);
    const view = readAlarmView(new URLSearchParams(`window=month&schedule=${SCHEDULE}`));
    expect(view).toEqual({ ...FIRST, window: 'month', schedule: SCHEDULE });
    expect(readAlarmView(new URLSearchParams('schedule=daily'))).toEqual(FIRST);
  });

  it.each([
    ['/alarms', null],
    ['/alarms/', null],
    ['/alarms/0199', '0199'],
    ['/alarms/a%2Fb', 'a/b'],
    ['/settings', null],
    ['/alarms/schedules', null],
    ['/alarms/receivers', null],
  ])('%s: the alarm is %s', (path, id) => {
    expect(alarmIdIn(path)).toBe(id);
  });

  it.each([
    ['/alarms', true],
    ['/alarms/0199', true],
    ['/alarms/0199/tries', false],
    ['/alarms/schedules', false],
    ['/tickets', false],
  ])('%s is a page of alarms: %s', (path, is) => {
    expect(isAlarmsPath(path)).toBe(is);
  });
});

describe('requests of the list', () => {
  it('for all: the next few soonest first, and those already due latest first, split at one instant', () => {
    expect(asked(comingPath(FIRST, NOW))).toEqual({ due_from: '2026-11-19T13:30:00.000Z', order: 'asc', limit: '5' });
    expect(asked(pagePath(FIRST, NOW, null))).toEqual({
      due_from: '2026-11-18T13:30:00.000Z',
      due_to: '2026-11-19T13:30:00.000Z',
      limit: '50',
    });
  });

  it('for one state: only that, including all upcoming ones', () => {
    const view = { ...FIRST, tab: 'retrying' } as const;
    expect(comingPath(view, NOW)).toBeNull();
    expect(asked(pagePath(view, NOW, 'c'))).toEqual({
      status: 'retrying',
      due_from: '2026-11-18T13:30:00.000Z',
      limit: '50',
      cursor: 'c',
    });
  });

  it('for dead letters: by when they died', () => {
    const path = pagePath({ ...FIRST, tab: 'dead', search: 'acme', window: 'hour' }, NOW, null);
    expect(path).toMatch(/^\/dead-letters\?/);
    expect(asked(path)).toEqual({ name: 'acme', finished_from: '2026-11-19T12:30:00.000Z', limit: '50' });
  });

  it('for a schedule: its runs in every state, and how many there are in each', () => {
    const view = { ...FIRST, schedule: SCHEDULE };
    expect(asked(comingPath(view, NOW))).toMatchObject({ schedule_id: SCHEDULE });
    expect(asked(countsPath(view, NOW))).toMatchObject({ schedule_id: SCHEDULE });
    const dead = pagePath({ ...view, tab: 'dead' }, NOW, null);
    expect(dead).toMatch(/^\/alarms\?/);
    expect(asked(dead)).toMatchObject({ schedule_id: SCHEDULE, status: 'dead' });
  });

  it('count the matches of the window and the search, whatever the tab', () => {
    const path = countsPath({ ...FIRST, tab: 'dead', search: 'acme', window: 'month' }, NOW);
    expect(asked(path)).toEqual({ name: 'acme', due_from: '2026-10-20T13:30:00.000Z' });
  });
});
