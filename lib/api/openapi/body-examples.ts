/**
 * One body by operation id, as the reference page and the code samples show it. Each is sent to the API by
 * test/contract, so it works as it stands.
 */
export const BODY_EXAMPLES: Record<string, Record<string, unknown>> = {
  editMe: { time_zone: 'Europe/Berlin', week_start: 1, day_start_hour: 4, conflict_policy: 'last_resume_wins' },
  createWorkspace: { name: 'Acme' },
  leaveWorkspace: { workspace_id: '0190f5fe-7c00-7a00-8000-000000000001' },
  transferWorkspace: { user_id: '0190f5fe-7c00-7a00-8000-000000000001' },
  inviteMember: { role: 'member', email: 'leo@acme.dev' },
  editWorkspace: { cap_seconds: 36_000, allowed_origins: ['https://app.example.com'] },
  editMember: { role: 'admin' },
  startTimer: { ticket_key: 'API-412', title: 'Rate limiter returns 429 too early', create_ticket: true },
  resumeTimer: { on_conflict: 'pause' },
  editTimer: { title: 'Rate limiter counts rejected requests', tags: ['bug'] },
  createTicket: { key: 'API-413', title: 'Document the limits', url: 'https://example.com/API-413' },
  createProject: { name: 'Public API' },
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
  moveAlarm: { delay: '1h' },
  redriveDeadLetters: { dry_run: true },
  createEndpoint: { url: 'https://example.com/hooks/timers', event_types: ['timer.stopped', 'alarm.dead'] },
  editEndpoint: { event_types: ['timer.*'], description: 'Billing' },
  rotateEndpointSecret: { overlap: '24h' },
  replayFailedDeliveries: { since: '2026-11-19T00:00:00Z', dry_run: true },
  rotateWebhookSecret: { overlap: '24h' },
};
