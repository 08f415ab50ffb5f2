import { expect, test } from 'vitest';
import type { NotificationPayload } from '#/lib/jobs/notification-kind-schemas.ts';
import { NOTIFICATION_KINDS } from '#/lib/jobs/notification-kind-schemas.ts';
import { formatNotification } from '#/lib/notifications/inbox/format-notification.ts';

const BERLIN = { timeZone: 'Europe/Berlin', hourCycle: null };
const timer = { timer_id: '019a9c4e-7f10-7c3a-9d2e-5b1f0c8e4a61', label: 'API-412' };
const phase = { ...timer, timer_type: 'pomodoro' as const, planned_seconds: 1_500, round: 2, waits: false };
const rest = { phase: 'short_break' as const, planned_seconds: 300 };
const work = { phase: 'work' as const, planned_seconds: 1_500 };

type Payload = Pick<NotificationPayload, 'kind' | 'data'>;
const correction = {
  ...timer,
  correction_id: '019a9c4e-7f10-7c3a-9d2e-5b1f0c8e4a62',
  by_name: 'Maya Lindqvist',
  reason: 'Forgot to stop.',
  timers: 1,
  started_at: '2026-11-17T23:30:00Z',
  before_seconds: 86_400,
  after_seconds: 28_440,
  reverted: false,
};

const imported = {
  import_id: '019a9c4e-7f10-7c3a-9d2e-5b1f0c8e4a62',
  by_name: 'Maya Lindqvist',
  file_name: 'harvest.csv',
  entries: 1_204,
  total_seconds: 2_925_000,
  started_at: '2026-11-17T23:30:00Z',
  undone: false,
};

const proposal = {
  ...timer,
  label: 'OPS-81',
  proposal_id: '019a9c4e-7f10-7c3a-9d2e-5b1f0c8e4a63',
  started_at: '2026-11-17T23:30:00Z',
  before_seconds: 50_400,
  after_seconds: 28_800,
};
const sameLength = { ...proposal, after_seconds: proposal.before_seconds };
const week = { user_id: timer.timer_id, starts_on: '2026-11-09' };
type AlertData = Extract<NotificationPayload, { kind: 'alert' }>['data'];

function alertPayload(rule: AlertData['rule'], facts: AlertData['facts'], closed_at: string | null = null): Payload {
  const opened_at = closed_at ? '2026-11-19T08:01:00Z' : '2026-06-18T16:00:00Z';
  return { kind: 'alert', data: { alert_id: timer.timer_id, rule, facts, opened_at, closed_at } };
}

const TABLE: [Payload, title: string, body: string, path: string][] = [
  [
    { kind: 'long_run', data: { ...timer, elapsed_seconds: 21_600 } },
    'Your timer has been running for 6 h – still working?',
    'API-412. Keep it running, stop it, or trim it to the time you worked.',
    '/',
  ],
  [
    { kind: 'long_run', data: { ...timer, label: '', elapsed_seconds: 28_859 } },
    'Your timer has been running for 8 h – still working?',
    'A timer without a title. Keep it running, stop it, or trim it to the time you worked.',
    '/',
  ],
  [
    { kind: 'absence', data: { ...timer, away_from: '2026-11-18T17:04:00Z', away_to: '2026-11-19T08:12:00Z' } },
    'Away 18:04 to 09:12',
    'API-412 kept running. Keep that time, or remove it.',
    '/',
  ],
  [
    { kind: 'after_hours', data: { ...timer, hours_ended_at: '2026-06-18T16:00:00Z' } },
    'Your working hours ended at 18:00 – still working?',
    'API-412 is running.',
    '/',
  ],
  [
    { kind: 'capped', data: { ...timer, cap_seconds: 86_400, ended_at: '2026-06-18T16:00:00Z' } },
    'Stopped at 24 h',
    'API-412. Trim it to the time you worked.',
    '/',
  ],
  [{ kind: 'phase_ended', data: { ...phase, phase: 'work', next: rest } }, 'Work is over, 5 min break', 'API-412', '/'],
  [
    { kind: 'phase_ended', data: { ...phase, phase: 'work', next: rest, waits: true } },
    'Work is over. Start 5 min break?',
    'API-412',
    '/',
  ],
  [
    { kind: 'phase_ended', data: { ...phase, phase: 'short_break', next: work, waits: true } },
    'Break is over. Start cycle 3?',
    'API-412',
    '/',
  ],
  [
    { kind: 'phase_ended', data: { ...phase, phase: 'short_break', next: work } },
    'Break is over, 25 min work',
    'API-412',
    '/',
  ],
  [
    { kind: 'phase_ended', data: { ...phase, phase: 'long_break', next: null } },
    'Long break is over. That was the last cycle',
    'API-412',
    '/',
  ],
  [
    {
      kind: 'phase_ended',
      data: { ...phase, timer_type: 'interval', phase: 'work', next: { phase: 'rest', planned_seconds: 90 } },
    },
    'Work is over, 1 min rest',
    'API-412',
    '/',
  ],
  [
    {
      kind: 'phase_ended',
      data: { ...phase, timer_type: 'countdown', label: 'OPS-77', phase: 'work', planned_seconds: 1_200, next: null },
    },
    'Time is up on OPS-77, 20 min',
    'OPS-77',
    '/',
  ],
  [
    {
      kind: 'phase_ended',
      data: { ...phase, timer_type: 'countdown', label: '', phase: 'work', planned_seconds: 45, next: null },
    },
    'Time is up, 45 s',
    'A timer without a title',
    '/',
  ],
  [
    { kind: 'corrected', data: correction },
    'Maya Lindqvist corrected API-412, Wed 18 Nov: 24 h to 7 h 54 min',
    'Reason: Forgot to stop.',
    '/calendar?view=day&date=2026-11-18',
  ],
  [
    { kind: 'corrected', data: { ...correction, after_seconds: 86_400, reason: '', reverted: true } },
    'Maya Lindqvist reverted a correction of API-412, Wed 18 Nov',
    'Check it in your calendar.',
    '/calendar?view=day&date=2026-11-18',
  ],
  [
    { kind: 'corrected', data: { ...correction, timers: 3 } },
    'Maya Lindqvist corrected 3 of your timers',
    'Reason: Forgot to stop.',
    '/calendar?view=day&date=2026-11-18',
  ],
  [
    { kind: 'time_imported', data: imported },
    'Maya Lindqvist imported time for you',
    '1,204 entries, 812 h 30 min, starting Wed 18 Nov. File: harvest.csv.',
    '/calendar?view=day&date=2026-11-18',
  ],
  [
    { kind: 'time_imported', data: { ...imported, entries: 1, total_seconds: 1_800, undone: true } },
    'Maya Lindqvist undid an import of your time',
    '1 entry, 30 min, starting Wed 18 Nov. File: harvest.csv.',
    '/calendar?view=day&date=2026-11-18',
  ],
  [
    { kind: 'correction_proposed', data: { ...proposal, of_name: 'Jonas Weber', reason: 'Forgot to stop.' } },
    'Jonas Weber proposes a correction of OPS-81, Wed 18 Nov: 14 h to 8 h',
    'Reason: Forgot to stop.',
    `/team/corrections/${proposal.timer_id}`,
  ],
  [
    { kind: 'proposal_decided', data: { ...proposal, by_name: 'Maya Lindqvist', decision: 'accepted', note: '' } },
    'Maya Lindqvist accepted your correction of OPS-81, Wed 18 Nov: 14 h to 8 h',
    'Your time has been corrected.',
    '/calendar?view=day&date=2026-11-18',
  ],
  [
    { kind: 'proposal_decided', data: { ...sameLength, by_name: 'Maya Lindqvist', decision: 'declined', note: 'No.' } },
    'Maya Lindqvist declined your correction of OPS-81, Wed 18 Nov',
    'No.',
    '/calendar?view=day&date=2026-11-18',
  ],
  [
    { kind: 'week_submitted', data: { ...week, of_name: 'Jonas Weber', total_seconds: 138_600 } },
    'Jonas Weber submitted the week of Mon 9 Nov',
    '38 h 30 min in total. Approve it, or return it and say what needs to change.',
    '/team/weeks',
  ],
  [
    { kind: 'week_decided', data: { ...week, by_name: 'Maya Lindqvist', decision: 'approved', comment: '' } },
    'Maya Lindqvist approved your week of Mon 9 Nov',
    'Its time can’t be changed anymore.',
    '/timesheet?week=2026-11-09',
  ],
  [
    { kind: 'week_decided', data: { ...week, by_name: 'Maya Lindqvist', decision: 'returned', comment: 'Wednesday?' } },
    'Maya Lindqvist returned your week of Mon 9 Nov',
    'Wednesday? Change it and submit it again.',
    '/timesheet?week=2026-11-09',
  ],
  [
    {
      kind: 'export_finished',
      data: {
        export_id: timer.timer_id,
        file_name: 'time-2026-01-01-to-2026-12-31.csv',
        outcome: 'ready',
        rows: 48_211,
        expires_at: '2026-11-14T08:05:00Z',
      },
    },
    'Your export is ready',
    'time-2026-01-01-to-2026-12-31.csv, 48,211 entries. Download it before Sat 14 Nov, 09:05.',
    '/settings#exports',
  ],
  [
    {
      kind: 'export_finished',
      data: {
        export_id: timer.timer_id,
        file_name: 'timesheet.pdf',
        outcome: 'failed',
        rows: 0,
        expires_at: null,
      },
    },
    'Your export failed',
    'timesheet.pdf couldn’t be written. Try again.',
    '/settings#exports',
  ],
  [
    {
      kind: 'export_finished',
      data: {
        export_id: timer.timer_id,
        file_name: 'timesheet.pdf',
        outcome: 'failed',
        reason: 'A timesheet has at most 2,000 entries. Ask for fewer days.',
        rows: 0,
        expires_at: null,
      },
    },
    'Your export failed',
    'timesheet.pdf couldn’t be written. A timesheet has at most 2,000 entries. Ask for fewer days.',
    '/settings#exports',
  ],
  [
    {
      kind: 'endpoint_disabled',
      data: {
        endpoint_id: timer.timer_id,
        url: 'https://hooks.example.com/in?token=1',
        failing_since: '2026-11-14T08:05:00Z',
        workspace_name: 'Acme',
      },
    },
    'Webhook disabled: hooks.example.com',
    'Nothing has been delivered to this webhook of Acme since Sat 14 Nov, 09:05, so it was disabled. Open deliveries were aborted. Once the receiver works again, enable it and resend what failed.',
    '/settings#webhooks',
  ],
  [
    {
      kind: 'worklogs_paused',
      data: {
        ticket_source_id: timer.timer_id,
        name: 'Acme Jira',
        reason: 'It responded with 401.',
        workspace_name: 'Acme',
      },
    },
    'Worklogs paused: Acme Jira',
    'No time of Acme is being pushed to it. It responded with 401. Enter another token. Nothing is lost in the meantime.',
    '/settings#ticket-sources',
  ],
  [
    alertPayload('no_worker', { seconds: 130 }),
    'No worker is running',
    'None has been seen for 2 min. Alarms wait until one is back.',
    '/team/operations',
  ],
  [
    alertPayload('canary_silent', { seconds: 64 }),
    'Test alarms aren’t coming through',
    'A worker is running, but no test alarm has come through for 1 min.',
    '/team/operations',
  ],
  [
    alertPayload('canary_silent', { seconds: 64, on_hold_since: '2026-03-10T09:00:00.000Z' }),
    'The engine is on hold',
    'Nothing fires and nothing is sent until whoever runs the service releases it.',
    '/team/operations',
  ],
  [
    alertPayload('lateness', { p99_ms: 38.1, attempts: 412, objective_ms: 20 }),
    'Alarms are firing late',
    'One in a hundred fired more than 38 ms late; the target is 20 ms.',
    '/team/operations',
  ],
  [
    alertPayload('lateness', { canary_ms: 42, objective_ms: 20 }),
    'Alarms are firing late',
    'Three test alarms fired more than 42 ms late; the target is 20 ms.',
    '/team/operations',
  ],
  [
    alertPayload('lateness', { late: 5, attempts: 40, over_ms: 1_000, objective_ms: 20 }),
    'Alarms are firing late',
    '5 of 40 fired more than 1 s late; the target is 20 ms.',
    '/team/operations',
  ],
  [
    alertPayload('lateness', { late: 6, tries: 40, over_ms: 1_000, objective_ms: 20 }),
    'Alarms are firing late',
    '6 of 40 fired more than 1 s late; the target is 20 ms.',
    '/team/operations',
  ],
  [
    alertPayload('dead_letters', { count: 7 }),
    'Dead letters are rising',
    '7 alarms couldn’t be delivered in the last 15 min.',
    '/team/operations',
  ],
  [
    alertPayload('dead_letters', { count: 7, own: 2 }),
    'Dead letters are rising',
    '7 alarms couldn’t be delivered in the last 15 min, 2 of them yours.',
    '/team/operations',
  ],
  [
    alertPayload('broker_failing', { count: 2, own: 1, seconds: 640 }),
    'A message broker is failing',
    'One of your message brokers has been failing for 10 min. Events wait to be published or consumed.',
    '/settings#brokers',
  ],
  [
    alertPayload('broker_failing', { count: 3, own: 0, seconds: 640 }),
    'A message broker is failing',
    '3 message brokers have been failing for 10 min. Events wait to be published or consumed.',
    '/team/operations',
  ],
  [
    alertPayload('no_worker', { seconds: 130 }, '2026-11-19T08:41:10Z'),
    'A worker is running again',
    'The alert from Thu 19 Nov, 09:01 is over. It lasted 40 min.',
    '/team/operations',
  ],
];

test.each(TABLE)('%j', (notification, title, body, path) => {
  const words = formatNotification(notification, BERLIN);
  const plain = { ...words, title: words.title.replaceAll('\u00a0', ' '), body: words.body.replaceAll('\u00a0', ' ') };
  expect(plain).toEqual({ title, body, path });
});

test('every kind is in the table', () => {
  expect([...new Set(TABLE.map(([{ kind }]) => kind))]).toEqual(NOTIFICATION_KINDS);
});

test('a kind from a newer server still has a text', () => {
  expect(formatNotification({ kind: 'unheard of' as 'capped', data: {} }, BERLIN).body).toBe(
    'Reload the page to read it.',
  );
});

test('times are those of the reader’s zone and clock', () => {
  const payload: Payload = { kind: 'after_hours', data: { ...timer, hours_ended_at: '2026-06-18T22:30:00Z' } };
  const title = (timeZone: string, hourCycle: 'h12' | 'h23') =>
    formatNotification(payload, { timeZone, hourCycle }).title;
  expect(title('America/New_York', 'h12')).toContain('at 6:30\u00a0pm');
  expect(title('Asia/Tokyo', 'h23')).toContain('at 07:30');
});
