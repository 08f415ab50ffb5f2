import type { DueAlarm, PublishedEvent, WebhookFormat } from '#/lib/alarms/alarms/alarm.ts';
import { webhookRequest } from '#/lib/webhooks/sending/webhook.ts';

/** An event as the catalog shows it. */
export type SampleEvent = { type: string; timestamp: string; data: Record<string, unknown> };

const SIGNING = { secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], source: 'https://timers.example.com' };
const DUE_US = Date.UTC(2026, 10, 19, 13, 30) * 1_000;
const ALARM: DueAlarm = {
  id: '019a9c4e-7f10-7c3a-9d2e-5b1f0c8e4a61',
  workspaceId: '019a9c4e-7f10-7c3a-9d2e-5b1f0c8e4a63',
  name: 'invoice.reminder',
  externalId: 'INV-0417',
  payload: '{"invoice":"INV-0417"}',
  settings: {},
  attempt: 1,
  dueUs: DUE_US,
  createdUs: DUE_US,
};
const URL = 'https://billing.example.com/hooks/timer';
const FIRED_US = DUE_US + 1_204;

/** The body that an endpoint receives for this event, built by the sender's own code. */
export function sentEvent({ type, timestamp, data }: SampleEvent, format: WebhookFormat): unknown {
  const event = { id: '1', type, at: timestamp };
  return bodyOf({ ...ALARM, payload: JSON.stringify(data), dueUs: Date.parse(timestamp) * 1_000 }, format, event);
}

/** The body of an alarm. */
export function sentAlarm(format: WebhookFormat): unknown {
  return bodyOf(ALARM, format);
}

function bodyOf(alarm: DueAlarm, format: WebhookFormat, event?: PublishedEvent): unknown {
  const settings = { ...(format !== 'raw' && { format }), ...(event && { event }) };
  const to = { url: URL, headers: {}, firedUs: FIRED_US };
  return JSON.parse(String(webhookRequest({ ...alarm, settings }, to, SIGNING).body));
}
