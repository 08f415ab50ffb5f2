import { describe, expect, it } from 'vitest';
import { draftOf, errorsOf, readDraft, timingOf } from '#/components/schedules/schedule-draft.ts';
import type { ScheduleJson } from '#/lib/alarms/schedules/schedule-schemas.ts';

const ZONE = 'Europe/Stockholm';
const SCHEDULE = {
  name: 'Report',
  cron: '30 9 * * *',
  time_zone: 'Europe/Berlin',
  repeat: null,
  start_at: '2026-03-01T00:00:00.000Z',
  end_at: null,
  url: 'https://example.com/hook',
  method: 'POST',
  payload: { n: 1 },
  headers: { authorization: '***' },
  catch_up: 'none',
} as unknown as ScheduleJson;
const NEW = { ...draftOf(null, ZONE), cron: '0 9 * * *', url: ' https://example.com/hook ' };

describe('a new schedule', () => {
  it('is created with the typed values, in the person’s time zone', () => {
    const draft = { ...NEW, payload: '{"n": 1}', headers: 'X-Team: core', retry: '5s, 1m', jitter: '5 min' };
    expect(readDraft(draft, null)).toEqual({
      ok: true,
      body: {
        cron: '0 9 * * *',
        time_zone: ZONE,
        url: 'https://example.com/hook',
        method: 'POST',
        payload: { n: 1 },
        headers: { 'X-Team': 'core' },
        retry: ['5000ms', '60000ms'],
        jitter_ms: 300_000,
        catch_up: 'none',
      },
    });
  });

  it('shows each missing or invalid value at its field', () => {
    const draft = { ...draftOf(null, ZONE), payload: '{', headers: 'nothing', retry: 'soon', jitter: 'some' };
    const read = readDraft(draft, null);
    expect(read.ok || Object.keys(read.errors)).toEqual(['cron', 'url', 'retry', 'jitter', 'payload', 'headers']);
    const interval = readDraft({ ...draft, kind: 'repeat' }, null);
    expect(interval.ok || interval.errors.repeat).toMatch(/^Enter an interval/);
  });
});

describe('an edited schedule', () => {
  const before = draftOf(SCHEDULE, ZONE);

  it('keeps its jitter, changes it, and removes it', () => {
    const spread = draftOf({ ...SCHEDULE, jitter_ms: 5_430_500 }, ZONE);
    expect(spread.jitter).toBe('1h30m30.5s');
    expect(readDraft(spread, spread)).toEqual({ ok: true, body: {} });
    expect(readDraft({ ...spread, jitter: '90s' }, spread)).toEqual({ ok: true, body: { jitter_ms: 90_000 } });
    expect(readDraft({ ...spread, jitter: '' }, spread)).toEqual({ ok: true, body: { jitter_ms: 0 } });
    expect(errorsOf([{ pointer: '/jitter_ms', detail: 'is too long' }], spread)).toEqual({ jitter: 'Is too long.' });
  });

  it('that sends text keeps it until it is edited, also into another kind of body', () => {
    const { payload: _, ...rest } = SCHEDULE;
    const text = draftOf({ ...rest, body: '<a/>' } as ScheduleJson, ZONE);
    expect([text.body_kind, text.payload]).toEqual(['text', '<a/>']);
    expect(readDraft({ ...text, name: 'Renamed' }, text)).toEqual({ ok: true, body: { name: 'Renamed' } });
    expect(readDraft({ ...text, payload: '' }, text)).toEqual({ ok: true, body: { body: '' } });
    expect(readDraft({ ...text, body_kind: 'json', payload: '' }, text)).toEqual({ ok: true, body: { payload: {} } });
    const bytes = { ...text, body_kind: 'base64' as const, payload: 'AP\n+A' };
    expect(readDraft(bytes, text)).toEqual({ ok: true, body: { body_base64: 'AP+A' } });
  });

  it('gets a callback, and loses it', () => {
    const called = { ...before, callback_url: ' https://example.com/ended ' };
    expect(readDraft(called, before)).toEqual({ ok: true, body: { callback_url: 'https://example.com/ended' } });
    expect(readDraft({ ...called, callback_url: '' }, called)).toEqual({ ok: true, body: { callback_url: null } });
  });

  it('sends no unchanged fields, so masked credentials stay as they are', () => {
    expect(readDraft(before, before)).toEqual({ ok: true, body: {} });
    expect(readDraft({ ...before, cron: '0 8 * * *' }, before)).toEqual({
      ok: true,
      body: { cron: '0 8 * * *', time_zone: 'Europe/Berlin' },
    });
  });

  it('sends deleted fields as null or empty: a payload of null would be sent as such', () => {
    const draft = { ...before, name: '', payload: '', headers: '' };
    expect(readDraft(draft, before)).toEqual({ ok: true, body: { name: null, payload: {}, headers: {} } });
  });

  it('becomes an interval', () => {
    const draft = { ...before, kind: 'repeat', repeat: 'R/2026-01-01T00:00:00Z/PT1H' } as const;
    expect(readDraft(draft, before)).toEqual({ ok: true, body: { repeat: 'R/2026-01-01T00:00:00Z/PT1H' } });
  });

  it('is previewed within its bounds', () => {
    expect(timingOf(before, SCHEDULE)).toEqual({
      cron: '30 9 * * *',
      time_zone: 'Europe/Berlin',
      start_at: '2026-03-01T00:00:00.000Z',
    });
    expect(timingOf({ ...before, cron: ' ' }, SCHEDULE)).toEqual({});
  });
});

it('an error from the server is shown at the field it names', () => {
  const fields = [
    { pointer: '/cron', detail: 'has no run within the next ten years' },
    { pointer: '/headers/X Y', detail: 'is no header name' },
    { pointer: '/other', detail: 'is unknown' },
  ];
  expect(errorsOf(fields, NEW)).toEqual({
    cron: 'Has no run within the next ten years.',
    headers: 'X Y is no header name.',
  });
});
