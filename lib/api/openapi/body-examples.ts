/**
 * One body by operation id, as the reference page and the code samples show it. Each is sent to the API by
 * test/contract, so it works as it stands.
 */
export const BODY_EXAMPLES: Record<string, Record<string, unknown>> = {
  editMe: { time_zone: 'Europe/Berlin', week_start: 1, day_start_hour: 4, week_target_seconds: 135_000 },
  readNotifications: { up_to: '0190f5fe-7c00-7a00-8000-000000000001' },
  setNotificationPreferences: {
    channels: { long_run: { push: true, mail: false } },
    quiet_hours: { from: '22:00', to: '07:00' },
  },
  addPushSubscription: {
    endpoint: 'https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV',
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  createWorkspace: { name: 'Acme' },
  leaveWorkspace: { workspace_id: '0190f5fe-7c00-7a00-8000-000000000001' },
  transferWorkspace: { user_id: '0190f5fe-7c00-7a00-8000-000000000001' },
  inviteMember: { role: 'member', email: 'leo@acme.dev' },
  editWorkspace: { cap_seconds: 36_000, allowed_origins: ['https://app.example.com'] },
  editMember: { role: 'admin' },
  startTimer: { ticket_key: 'API-412', title: 'Rate limiter returns 429 too early', create_ticket: true },
  sendHeartbeat: { idle_ms: 12_000 },
  answerQuestion: { action: 'trim_continue', at: '2026-03-10T08:25:00Z', to: '2026-03-10T08:40:00Z' },
  resumeTimer: { on_conflict: 'pause' },
  skipPhase: { at: 'now' },
  extendPhase: { by: '5m' },
  editTimer: { title: 'Rate limiter counts rejected requests', tags: ['bug'] },
  addTimer: {
    ticket_key: 'API-412',
    create_ticket: true,
    title: 'Reviewed the limits',
    spans: [{ started_at: '2026-03-09T09:00:00Z', ended_at: '2026-03-09T10:30:00Z' }],
  },
  correctTimer: {
    spans: [
      { started_at: '2026-03-09T09:00:00Z', ended_at: '2026-03-09T10:15:00Z' },
      { started_at: '2026-03-09T10:45:00Z', ended_at: '2026-03-09T12:00:00Z' },
    ],
  },
  splitTimer: { at: '2026-03-09T09:45:00Z' },
  mergeTimers: { timer_id: '0190f5fe-7c00-7a00-8000-000000000001' },
  createCorrection: {
    timers: [
      {
        timer_id: '0190f5fe-7c00-7a00-8000-000000000001',
        version: 1,
        spans: [{ started_at: '2026-03-09T09:00:00Z', ended_at: '2026-03-09T10:15:00Z' }],
      },
    ],
    reason: 'Forgot to stop; agreed with Jonas.',
  },
  proposeCorrection: {
    timer_id: '0190f5fe-7c00-7a00-8000-000000000001',
    version: 1,
    spans: [{ started_at: '2026-03-09T09:00:00Z', ended_at: '2026-03-09T10:15:00Z' }],
    reason: 'Forgot to stop before lunch.',
  },
  acceptProposal: { version: 1, note: 'Matches the calendar.' },
  declineProposal: { note: 'The meeting took until 11; see the minutes.' },
  uploadImport: {
    file_name: 'march.csv',
    // start,end,title: two entries.
    content:
      'c3RhcnQsZW5kLHRpdGxlCjIwMjYtMDMtMDRUMDg6MDA6MDBaLDIwMjYtMDMtMDRUMDk6MzA6MDBaLFJldmlld2VkIHRoZSBsaW1pdHMKMjAyNi0wMy0wNFQxMDowMDowMFosMjAyNi0wMy0wNFQxMTowMDowMFosUGxhbm5pbmcK',
  },
  previewImport: {
    mapping: { time_zone: 'Europe/Berlin', overlaps: 'trim' },
    resolutions: [{ line: 2, resolution: 'skip' }],
  },
  applyImport: {},
  undoImport: { keep_changed: true },
  requestExport: { format: 'xlsx', from: '2026-01-01', to: '2026-12-31', round: 'up', round_to_minutes: 15 },
  submitWeek: { starts_on: '2026-03-02' },
  withdrawWeek: { starts_on: '2026-03-02' },
  approveWeek: { user_id: '019a9c4e-7f10-7c3a-9d2e-5b1f0c8e4a62', starts_on: '2026-03-02', total_ms: 144_000_000 },
  returnWeek: {
    user_id: '019a9c4e-7f10-7c3a-9d2e-5b1f0c8e4a62',
    starts_on: '2026-03-02',
    words: 'Wednesday afternoon is missing.',
  },
  previewCorrection: {
    timers: [{ timer_id: '0190f5fe-7c00-7a00-8000-000000000001', version: 1, ticket_key: 'API-412' }],
  },
  revertCorrection: { reason: 'It was right as it was.' },
  createTicketSource: { provider: 'jira', name: 'Acme Jira', project: 'Core API' },
  editTicketSource: { name: 'Acme Jira Cloud', creates_tickets: false },
  setWorklogs: {
    enabled: true,
    tracker: 'gitlab',
    base_url: 'https://gitlab.com',
    token: 'glpat-example-of-a-token',
    from_date: '2026-03-01',
  },
  createTicket: { key: 'API-413', title: 'Document the limits', url: 'https://example.com/API-413' },
  editTicket: { title: 'Document the rate limits', estimate_seconds: 14_400, project: 'Public API' },
  createProject: { name: 'Public API' },
  editProject: { name: 'Open API' },
  createAlarm: {
    delay: '10m',
    url: 'https://example.com/hook',
    payload: { order: 42 },
    external_id: 'order-42',
  },
  createAlarms: {
    alarms: [
      { delay: '10m', url: 'https://example.com/hook', payload: { order: 43 } },
      { fire_at: '2030-01-01T09:00:00.000000Z', output_mode: 'event', name: 'new year' },
    ],
  },
  rescheduleAlarm: { delay: '1h' },
  createSchedule: {
    name: 'Morning report',
    cron: '30 9 * * MON-FRI',
    time_zone: 'Europe/Berlin',
    url: 'https://example.com/hook',
    payload: { report: 'daily' },
  },
  previewSchedule: { cron: '30 9 * * MON-FRI', time_zone: 'Europe/Berlin' },
  editSchedule: { cron: '0 10 * * MON-FRI', catch_up: 'latest' },
  createReceiver: { origin: 'https://hooks.example.com', max_per_second: 10, max_concurrency: 4 },
  editReceiver: { paused: true },
  abortAlarms: { name: 'invoice.reminder', due_from: '2026-11-19T00:00:00Z', dry_run: true },
  redriveDeadLetters: { dry_run: true },
  createEndpoint: { url: 'https://example.com/hooks/timers', event_types: ['timer.stopped', 'alarm.dead'] },
  editEndpoint: { event_types: ['timer.*'], description: 'Billing' },
  rotateEndpointSecret: { overlap: '24h' },
  resendFailedDeliveries: { since: '2026-11-19T00:00:00Z', dry_run: true },
  rotateWebhookSecret: { overlap: '24h' },
  createSavedReport: {
    name: 'My month by ticket',
    query: { period: 'month', group_by: 'ticket', tag: ['backend'] },
    is_shared: true,
  },
  editSavedReport: { name: 'My month by tag', query: { period: 'month', group_by: 'tag' } },
  createReportLink: {
    name: 'March for Acme',
    query: { period: 'custom', from: '2026-03-01', to: '2026-03-31' },
    expires_in_days: 14,
    password: 'spring-2026',
  },
};
