import { describe, expect, test } from 'vitest';
import type { ImportField, ImportMapping } from '#/lib/tracking/imports/import.ts';
import { recognizeColumns, suggestedMapping } from '#/lib/tracking/imports/import-sources.ts';
import { fingerprintOf, readEntry } from '#/lib/tracking/imports/read-entry.ts';

type Cells = Partial<Record<ImportField, string>>;

/** Reads a row with only these fields, in Berlin by default. */
function read(cells: Cells, changes: Partial<ImportMapping> = {}) {
  const fields = Object.keys(cells) as ImportField[];
  const columns = Object.fromEntries(fields.map((field, index) => [field, index]));
  const mapping = { ...suggestedMapping(columns, [], 'Europe/Berlin'), ...changes };
  return readEntry(Object.values(cells), mapping, 'csv');
}
const span = (cells: Cells, changes: Partial<ImportMapping> = {}) => {
  const found = read(cells, changes);
  if (found.kind !== 'entry' || found.entry.time.kind !== 'at') return found.kind === 'entry' ? null : found.note.code;
  const { start, end } = found.entry.time;
  return [new Date(start).toISOString(), new Date(end).toISOString()];
};
const AT_NINE = { start: '2026-03-04 09:00', end: '2026-03-04 10:00' };
const NINE_TO_TEN = ['2026-03-04T08:00:00.000Z', '2026-03-04T09:00:00.000Z'];

describe('the time of an entry', () => {
  test.each<[string, Cells]>([
    ['two instants', { start: '2026-03-04T09:00:00+01:00', end: '2026-03-04T09:00:00Z' }],
    ['two local times', { start: '2026-03-04 09:00', end: '2026-03-04 10:00' }],
    [
      'dates and times in columns of their own',
      { start_date: '2026-03-04', start_time: '9:00 AM', end_time: '10:00 AM' },
    ],
    ['a start and a duration', { start: '2026-03-04 09:00:00', duration: '1:00:00' }],
    [
      'a duration in decimals that was rounded',
      { start: '2026-03-04 09:00', end: '2026-03-04 10:00', duration: '0,99' },
    ],
  ])('is read from %s', (_what, cells) => {
    expect(span(cells)).toEqual(NINE_TO_TEN);
  });

  test.each<[string, Cells]>([
    ['the empty date of another program', { start: '0001-01-01 00:00:00', duration: '1:00:00' }],
    ['an empty date alone', { start_date: '0001-01-01', duration: '1:00:00' }],
    ['a column of ids mapped as hours', { start: '2026-03-04 09:00', duration: '2400000000' }],
  ])('is an error if it is %s', (_what, cells) => {
    expect(span(cells)).toBe('time_out_of_range');
  });

  test('with a title or tag that is cut within an emoji keeps text that can be stored', () => {
    const letters = 'x'.repeat(499);
    const found = read({ ...AT_NINE, title: `${letters}😀`, tags: `${letters.slice(0, 59)}😀` });
    expect(found).toMatchObject({ entry: { title: `${letters}\ufffd`, tags: [`${letters.slice(0, 59)}\ufffd`] } });
  });

  test('ends on the next day when a time alone is before the start', () => {
    expect(span({ start_date: '2026-03-04', start_time: '23:45', end_time: '00:20' })).toEqual([
      '2026-03-04T22:45:00.000Z',
      '2026-03-04T23:20:00.000Z',
    ]);
  });

  test('ends when its duration is over if that leaves out a break', () => {
    const found = read({ start_date: '2026-03-04', start_time: '09:00', end_time: '17:00', duration: '7.25' });
    expect(found).toMatchObject({ entry: { time: { note: { code: 'break_left_out' } } } });
    expect(span({ start: '2026-03-04 09:00', end: '2026-03-04 17:00', duration: '7.25' })?.[1]).toBe(
      '2026-03-04T15:15:00.000Z',
    );
  });

  test.each<[string, Cells]>([
    ['start_missing', { start: '', duration: '1:00' }],
    ['end_missing', { start: '2026-03-04 09:00' }],
    ['end_before_start', { start: '2026-03-04 09:00', end: '2026-03-04 08:00' }],
    ['duration_too_long', { start: '2026-03-04 09:00', end: '2026-03-04 10:00', duration: '2:00:00' }],
    ['duration_unreadable', { start: '2026-03-04 09:00', duration: 'long' }],
    ['duration_missing', { start_date: '2026-03-04' }],
    ['date_order_missing', { start: '03/04/2026 09:00', duration: '1' }],
    ['time_unreadable', { start: 'yesterday', duration: '1' }],
    ['too_long', { start_date: '2026-03-04', duration: '25' }],
    ['no_time', { start: '2026-03-04 09:00', end: '2026-03-04 09:00' }],
    ['no_time', { start_date: '2026-03-04', duration: '0' }],
  ])('that cannot be read reports %s and what to do', (code, cells) => {
    expect(read(cells)).toMatchObject({ note: { code, detail: expect.stringMatching(/\.$/) } });
  });
});

describe('where clocks change', () => {
  const NIGHT = { start: '2026-10-25 01:45', end: '2026-10-25 02:15' };

  test('a skipped time is an error that names the zone', () => {
    const found = read({ start: '2026-03-29 02:30', end: '2026-03-29 04:00' });
    expect(found).toMatchObject({ note: { code: 'time_skipped', detail: expect.stringContaining('Europe/Berlin') } });
  });

  test('a time that occurs twice needs a choice, unless there is one', () => {
    expect(span(NIGHT)).toBe('time_repeated');
    expect(span(NIGHT, { repeatedTime: 'earlier' })?.[1]).toBe('2026-10-25T00:15:00.000Z');
    expect(span(NIGHT, { repeatedTime: 'later' })?.[1]).toBe('2026-10-25T01:15:00.000Z');
  });

  test('the duration decides between two possible times', () => {
    expect(span({ ...NIGHT, duration: '0:30:00' })?.[1]).toBe('2026-10-25T00:15:00.000Z');
    expect(span({ ...NIGHT, duration: '1:30:00' })?.[1]).toBe('2026-10-25T01:15:00.000Z');
  });

  test('an entry within the repeated hour stays ambiguous with its duration', () => {
    expect(span({ start: '2026-10-25 02:10', end: '2026-10-25 02:40', duration: '0:30:00' })).toBe('time_repeated');
  });
});

describe('the subject of an entry', () => {
  const TIME = { start: '2026-03-04 09:00', duration: '1:00' };
  const about = (cells: Cells) => {
    const found = read({ ...TIME, ...cells });
    return found.kind === 'entry' ? found.entry : null;
  };

  test('the task is the title of an entry without one, else a tag', () => {
    expect(about({ title: '', task: 'Meetings' })).toMatchObject({ title: 'Meetings', tags: [] });
    expect(about({ title: 'Retro', task: 'Meetings' })).toMatchObject({ title: 'Retro', tags: ['Meetings'] });
  });

  test('tags are separated by commas or in a JSON list, each once', () => {
    expect(about({ tags: 'api, urgent,api' })?.tags).toEqual(['api', 'urgent']);
    expect(about({ tags: '["api","two words"]' })?.tags).toEqual(['api', 'two words']);
  });

  test('the client comes before the project if it is mapped', () => {
    expect(about({ project: 'API', client: 'Acme' })?.project).toBe('Acme: API');
    expect(about({ project: '', client: 'Acme' })?.project).toBeNull();
  });

  test('a ticket key that is invalid goes into the title', () => {
    expect(about({ title: 'Limits', ticket: 'API-412' })).toMatchObject({ ticketKey: 'API-412', title: 'Limits' });
    expect(about({ title: 'Limits', ticket: 'the big one' })).toMatchObject({
      ticketKey: null,
      title: 'the big one Limits',
    });
  });

  test('texts beyond the limit are truncated', () => {
    const found = about({ title: 'x'.repeat(900), project: 'p'.repeat(300), tags: 't'.repeat(90) });
    expect([found?.title.length, found?.project?.length, found?.tags[0]?.length]).toEqual([500, 200, 60]);
  });
});

test('the same row in another export is the same entry, by its id if it has one, and equal rows are distinct', () => {
  const identity = (cells: Cells, changes: Partial<ImportMapping> = {}) => {
    const found = read({ start: '2026-03-04 09:00', duration: '1:00', ...cells }, changes);
    return found.kind === 'entry' ? found.entry.identity : null;
  };
  expect(identity({ title: 'Limits' })).toBe(identity({ title: 'Limits' }, { timeZone: 'America/New_York' }));
  expect(identity({ title: 'Limits' })).not.toBe(identity({ title: 'Retro' }));
  expect(identity({ source_id: '7', title: 'Limits' })).toBe(identity({ source_id: '7', title: 'Renamed since' }));
  expect(fingerprintOf('me', 'same', 0)).not.toBe(fingerprintOf('me', 'same', 1));
});

test('a time zone of the file other than one’s own moves the instants', () => {
  expect(span({ start: '2026-03-04 03:00', duration: '1:00' }, { timeZone: 'America/New_York' })).toEqual(NINE_TO_TEN);
});

test.each([
  ['date,client,project,project code,task,notes,hours,first name,last name', 'harvest'],
  ['started,duration,what', 'csv'],
])('headers %s are those of %s', (headers, source) => {
  expect(recognizeColumns(headers.split(',')).source).toBe(source);
});
