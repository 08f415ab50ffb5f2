import { describe, expect, it } from 'vitest';
import { formatContested } from '#/components/schedules/format-contested.ts';
import { draftOf, type ScheduleDraft } from '#/components/schedules/schedule-draft.ts';
import { rebaseDraft, withTheirFields } from '#/components/schedules/schedule-rebase.ts';
import type { ScheduleJson } from '#/lib/alarms/schedules/schedule-schemas.ts';

const BEFORE: ScheduleDraft = {
  ...draftOf(null, 'Europe/Stockholm'),
  cron: '30 9 * * *',
  name: 'report.daily',
  url: 'https://example.com/hook',
};
const rebase = (typed: Partial<ScheduleDraft>, saved: Partial<ScheduleDraft>) =>
  rebaseDraft({ draft: { ...BEFORE, ...typed }, before: BEFORE, theirs: { ...BEFORE, ...saved } });

describe('a draft typed while another person saved the schedule', () => {
  it('keeps typed fields, and takes their other changes', () => {
    const rebased = rebase({ name: 'report.weekly' }, { url: 'https://example.com/other' });
    expect(rebased.contested).toEqual([]);
    expect(rebased.draft).toEqual({ ...BEFORE, name: 'report.weekly', url: 'https://example.com/other' });
  });

  it('has nothing to decide if both typed the same', () => {
    expect(rebase({ name: 'report.weekly' }, { name: 'report.weekly' }).contested).toEqual([]);
  });

  it('asks about fields that both changed, and keeps them as typed until then', () => {
    const saved = { name: 'report.monthly', method: 'PUT' };
    const rebased = rebase({ name: 'report.weekly' }, saved);
    expect(rebased.contested).toEqual(['name']);
    expect(rebased.draft).toMatchObject({ name: 'report.weekly', method: 'PUT' });
    const taken = withTheirFields(rebased.draft, { ...BEFORE, ...saved }, rebased.contested);
    expect(taken).toEqual({ ...BEFORE, ...saved });
  });

  it('asks about its timing, and its request, as a whole', () => {
    const timing = ['kind', 'cron', 'time_zone', 'repeat'];
    expect(rebase({ cron: '0 8 * * *' }, { time_zone: 'Asia/Tokyo' }).contested).toEqual(timing);
    const body = rebase({ payload: '{}' }, { body_kind: 'text', payload: 'now' });
    expect(body.contested).toEqual(['body_kind', 'payload']);
    expect(body.draft).toMatchObject({ body_kind: 'json', payload: '{}' });
  });

  it('has each field of the form in one group', () => {
    const other = Object.fromEntries(Object.keys(BEFORE).map((field) => [field, 'typed'])) as unknown as ScheduleDraft;
    const theirs = Object.fromEntries(
      Object.keys(BEFORE).map((field) => [field, 'theirs']),
    ) as unknown as ScheduleDraft;
    const { contested } = rebaseDraft({ draft: other, before: BEFORE, theirs });
    expect(contested.toSorted()).toEqual(Object.keys(BEFORE).toSorted());
  });
});

it('another person’s changes are shown in words, field by field, with a long body truncated', () => {
  const theirs = {
    ...{ cron: '0 8 * * *', time_zone: 'Europe/Berlin', repeat: null, name: null, url: 'https://example.com/other' },
    ...{ method: 'PUT', headers: { 'X-Team': 'core', 'X-Run': '1' }, catch_up: 'latest', body: 'a'.repeat(100) },
  } as unknown as ScheduleJson;
  const fields = ['kind', 'cron', 'time_zone', 'repeat', 'name', 'url', 'headers', 'catch_up'] as const;
  expect(formatContested(theirs, fields)).toBe(
    'runs Every day at 08:00, Europe/Berlin; no name; URL “https://example.com/other”; ' +
      'headers “X-Team: core, X-Run: 1”; missed runs “Run the last one”',
  );
  expect(formatContested(theirs, ['body_kind', 'payload'])).toBe(`body “${'a'.repeat(80)}…”`);
});
