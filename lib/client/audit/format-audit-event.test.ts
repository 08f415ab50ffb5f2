import { describe, expect, it } from 'vitest';
import { formatAuditEvent } from '#/lib/client/audit/format-audit-event.ts';
import { HOUR_MS } from '#/lib/core/duration.ts';
import type { EventJson } from '#/lib/feed/events/event-schemas.ts';

const event = (change: Partial<EventJson>): EventJson => ({
  id: '1',
  type: 'workspace.edited',
  subject_id: 'a',
  user_id: null,
  actor: { kind: 'session', id: 's', user_id: 'maya' },
  request_id: null,
  created_at: '2026-11-18T09:52:11.000Z',
  data: {},
  ...change,
});
const BERLIN = { timeZone: 'Europe/Berlin', hourCycle: 'h23', dayStartHour: 0 } as const;
const lineOf = (change: Partial<EventJson>) => formatAuditEvent(event(change), { style: BERLIN, today: '2026-11-19' });
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

describe('a line of the audit log', () => {
  it('shows states before and after, with words for durations, lists and empty values', () => {
    const data = {
      before: {
        id: 'w',
        name: 'Acme',
        cap_seconds: 86_400,
        closed_through: null,
        allowed_origins: ['https://a.example'],
      },
      after: { id: 'w', name: 'Acme', cap_seconds: 36_000, closed_through: '2026-10-31', allowed_origins: [] },
    };
    const line = lineOf({ data });
    expect(line).toMatchObject({ what: 'Workspace edited', from: 'Browser', actorId: 'maya', reason: '' });
    expect(plain(line.change)).toBe(
      'cap: 24 h to 10 h, closed through: Sat 31 Oct, allowed origins: https://a.example to none',
    );
  });

  it('counts items that don’t fit', () => {
    const after = { name: 'Job', scopes: ['a', 'b'], created_by: 'maya', revoked: false, uses: 3 };
    const line = lineOf({ type: 'api_key.created', data: { before: null, after } });
    expect(line.what).toBe('API key created');
    expect(line.change).toBe('scopes: a, b, created by: maya, revoked: no, and 1 more');
  });

  it('leaves ids, instants and nested values to the details', () => {
    const after = {
      kind: 'capped',
      user: { id: 1 },
      at: '2026-11-18T09:52:11.000Z',
      id_of: '019a9f00-0000-7000-8000-1',
    };
    const line = lineOf({ type: 'push_subscription.created', data: { before: null, after } });
    expect([line.what, line.change]).toEqual(['Push subscription created', 'kind: capped']);
    expect(line.changes).toHaveLength(4);
  });

  it.each([
    [1, '1 timer'],
    [3, '3 timers'],
  ])('counts the timers of a correction, %s of them, and leaves their ids to the details', (count, about) => {
    const timers = Array.from({ length: count }, (_, index) => `019a9f00-0000-7000-8000-00000000000${index}`);
    const after = { reason: 'Forgot to stop.', reverts_id: null, timers };
    const line = lineOf({ type: 'correction.made', data: { before: null, after } });
    expect([line.what, line.about, line.change, line.reason]).toEqual([
      'Correction made',
      about,
      '',
      'Forgot to stop.',
    ]);
    expect(line.changes.find(({ key }) => key === 'timers')?.after).toBe(timers.join(', '));
  });

  it('shows the reason, if there is one', () => {
    const week = { before: { status: 'submitted' }, after: { status: 'returned', comment: 'Tuesday?' } };
    expect(lineOf({ type: 'week.returned', data: week }).reason).toBe('Tuesday?');
    const facts = (hours: number) => ({ elapsed_ms: hours * HOUR_MS, ticket: { key: 'OPS-1' }, title: '', tags: [] });
    const data = { before: facts(9), after: facts(8), correction: { id: 'c', comment: 'Forgot to stop.' } };
    const line = lineOf({ type: 'timer.corrected', data });
    expect([plain(line.change), line.reason]).toEqual(['9 h to 8 h', 'Forgot to stop.']);
    expect(line.changes.map((change) => ({ ...change, before: plain(change.before) }))).toMatchObject([
      { name: 'elapsed', before: '9 h' },
    ]);
  });

  it('for an automatic event names no one', () => {
    const line = lineOf({ type: 'alarm.dead', actor: { kind: 'worker', id: 'engine' } });
    expect(line).toMatchObject({ actorId: null, from: 'Automatic', change: '', changes: [] });
  });

  it('shows the subject: a week, a ticket on a day, a name', () => {
    const week = (starts_on: string) => ({
      type: 'week.approved' as const,
      data: { before: { starts_on, status: 'submitted' }, after: { starts_on, status: 'approved' } },
    });
    expect(
      [lineOf(week('2026-11-02')), lineOf(week('2026-11-09'))].map(({ about, change }) => [about, change]),
    ).toEqual([
      ['2 – 8 November', 'status: submitted to approved'],
      ['9 – 15 November', 'status: submitted to approved'],
    ]);
    const facts = { ticket: { key: 'OPS-1' }, title: 'Lease', started_at: '2026-11-17T23:30:00.000Z', elapsed_ms: 1 };
    expect(lineOf({ type: 'timer.edited', data: { before: facts, after: facts } })).toMatchObject({
      about: 'OPS-1 Lease Wed 18 Nov',
      isUntouched: true,
    });
    const key = { name: 'Job' };
    expect(lineOf({ type: 'api_key.revoked', data: { before: key, after: null } }).about).toBe('Job');
  });

  it('shows moved time, even if it is as long as before and ends alike', () => {
    const span = (from: string, to: string) => ({ started_at: `2026-11-18T${from}Z`, ended_at: `2026-11-18T${to}Z` });
    const facts = (...spans: object[]) => ({ elapsed_ms: HOUR_MS, tags: [], spans });
    const data = {
      before: facts(span('08:00:00', '08:30:00'), span('09:00:00', '09:30:00')),
      after: facts(span('08:00:00', '08:10:00'), span('08:40:00', '09:30:00')),
    };
    const moved = lineOf({ type: 'timer.corrected', data });
    expect(moved).toMatchObject({ change: 'time moved', isUntouched: false });
    expect(moved.changes).toMatchObject([
      {
        name: 'time',
        before: 'Wed 18 Nov 09:00 – 09:30, Wed 18 Nov 10:00 – 10:30',
        after: 'Wed 18 Nov 09:00 – 09:10, Wed 18 Nov 09:40 – 10:30',
      },
    ]);
  });

  it('has a separate row for each fact, and instants in the reader’s time', () => {
    const after = { submitted_at: '2026-11-18T17:00:00.000Z', submitted_ms: 38 * HOUR_MS };
    const { changes } = lineOf({ type: 'week.submitted', data: { before: null, after } });
    expect(new Set(changes.map(({ key }) => key)).size).toBe(2);
    expect(changes.map((change) => [change.name, plain(change.after)])).toEqual([
      ['submitted at', 'Wed 18 Nov 18:00:00'],
      ['submitted', '38 h'],
    ]);
  });

  it('shows the notification that someone got, and no ids', () => {
    const facts = { user_id: 'j', starts_on: '2026-11-09', by_name: 'Maya', decision: 'approved', comment: '' };
    const fact = 'week 019a9c4e-7f10-7c3a-9d2e-5b1f0c8e4a61 2026-11-09 2';
    const after = { id: '1', kind: 'week_decided', fact, data: facts, created_at: '2026-11-18T17:00:00.000Z' };
    expect(lineOf({ type: 'notification.created', data: { before: null, after } })).toMatchObject({
      what: 'Notified',
      about: 'Maya approved your week of Mon 9 Nov',
      change: '',
    });
  });

  it('writes days in words, with the year if it is another', () => {
    const data = { before: { closed_through: '2025-12-31' }, after: { closed_through: '2026-10-31' } };
    expect(lineOf({ type: 'workspace.edited', data }).change).toBe('closed through: Wed 31 Dec 2025 to Sat 31 Oct');
  });

  it('explains why the service did it', () => {
    const data = { before: {}, after: {}, reason: 'timers_disabled' };
    expect(lineOf({ type: 'timer.paused', data }).reason).toBe('Timers were paused for maintenance.');
  });

  it('names the alarm, or how many, and when it is due or why it is dead', () => {
    const alarm = { name: 'invoice.reminder', status: 'scheduled', due_at: '2026-11-20T09:00:00.000000Z', attempts: 2 };
    const lineOfAlarm = (type: EventJson['type'], data: object) => {
      const { about, change } = lineOf({ type, subject_id: '019a9f00', data: { before: null, after: null, ...data } });
      return [about, plain(change)];
    };
    const died = { before: { status: 'firing' }, after: { status: 'dead' } };
    expect(lineOfAlarm('alarm.created', { alarm, after: { status: 'scheduled' } })).toEqual([
      'invoice.reminder',
      'due Fri 20 Nov 10:00:00',
    ]);
    expect(lineOfAlarm('alarm.dead', { alarm: { ...alarm, name: null, external_id: 'INV-7' }, ...died })).toEqual([
      'INV-7',
      'after 2 attempts',
    ]);
    const nameless = { ...alarm, name: null, external_id: null };
    const gone = { ...nameless, url: 'https://a.test/hook?key=x', end_reason: 'gone' };
    expect(lineOfAlarm('alarm.dead', { alarm: gone, ...died })).toEqual(['a.test/hook', 'its receiver is gone']);
    expect(lineOfAlarm('alarm.dead', { alarm: { ...nameless, url: null }, ...died })[0]).toBe('019a9f00');
    const again = { before: { status: 'dead' }, after: { status: 'retrying' } };
    expect(lineOfAlarm('alarm.redriven', { alarm, ...again })).toEqual(['invoice.reminder', 'dead to retrying']);
    expect(lineOfAlarm('alarm.redriven', { count: 3, ...again })[0]).toBe('3 alarms');
    expect(lineOfAlarm('alarm.created', { names: ['a', 'b'], after: { count: 2 } })[0]).toBe('2 alarms: a, b');
    const moved = { alarm, before: { due_at: '2026-11-20T08:00:00.000000Z' }, after: { due_at: alarm.due_at } };
    expect(lineOfAlarm('alarm.rescheduled', moved)[1]).toBe('due Fri 20 Nov 10:00:00, was Fri 20 Nov 09:00:00');
  });

  it('names the timer of a phase, and how long an ended one ran', () => {
    const phase = { kind: 'short_break', started_at: '2026-11-18T08:00:00.000Z', actual_ms: 300_000 };
    const timer = { ticket: { key: 'OPS-1' }, title: 'Lease', started_at: '2026-11-18T07:00:00.000Z' };
    const ended = { timer, cycle: phase, before: { ...phase, actual_ms: null }, after: phase };
    const line = lineOf({ type: 'timer.phase_ended', data: ended });
    expect([line.about, plain(line.change)]).toEqual(['OPS-1 Lease Wed 18 Nov', 'short break, ran 5 min']);
    const stopped = { ...timer, elapsed_ms: 24 * HOUR_MS, tags: [] };
    expect(plain(lineOf({ type: 'timer.stopped', data: { before: stopped, after: stopped } }).change)).toBe('ran 24 h');
    const untitled = { ...stopped, ticket: null, title: '' };
    expect(lineOf({ type: 'timer.paused', data: { before: untitled, after: untitled } }).about).toBe(
      'Timer without a title Wed 18 Nov',
    );
  });

  it('describes alerts to operators, and the beginning of a secret, in words', () => {
    const alert = { rule: 'dead_letters', facts: { count: 12, attempts: 40 }, opened_at: '2026-11-18T08:00:00.000Z' };
    const line = lineOf({ type: 'operations.alert_opened', data: { before: null, after: alert } });
    expect([line.about, line.change]).toEqual(['Dead letters are rising', '']);
    expect(line.changes).toMatchObject([
      { name: 'alert', after: 'Dead letters are rising' },
      { name: 'facts', after: 'count: 12, attempts: 40' },
      { name: 'opened at' },
    ]);
    const secret = { prefix: 'whsec_MfKQ9r' };
    expect(lineOf({ type: 'webhook_secret.rotated', data: { before: null, after: secret } }).change).toBe(
      'starts with: whsec_MfKQ9r',
    );
  });
});
