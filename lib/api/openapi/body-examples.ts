/**
 * One body by operation id, as the reference page and the code samples show it. Each is sent to the API by
 * test/contract, so it works as it stands.
 */
export const BODY_EXAMPLES: Record<string, Record<string, unknown>> = {
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
  rotateWebhookSecret: { overlap: '24h' },
};
