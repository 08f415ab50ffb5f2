import type { WebhookFormat } from '#/lib/alarms/alarms/alarm.ts';
import { type Firing, webhookRequest } from '#/lib/webhooks/sending/webhook.ts';

/** An event as the catalog shows it. */
export type SampleEvent = { type: string; timestamp: string; data: Record<string, unknown> };

const SIGNING = { secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], source: 'https://timers.example.com' };
const DUE_US = Date.UTC(2026, 10, 19, 13, 30) * 1_000;
const FIRING: Firing = {
  alarmId: '019a9c4e-7f10-7c3a-9d2e-5b1f0c8e4a61',
  workspaceId: '019a9c4e-7f10-7c3a-9d2e-5b1f0c8e4a63',
  name: 'invoice.reminder',
  externalId: 'INV-0417',
  applicantService: null,
  url: 'https://billing.example.com/hooks/timer',
  method: 'POST',
  headers: {},
  payload: '{"invoice":"INV-0417"}',
  bodyKind: null,
  format: 'standard',
  appendId: false,
  event: null,
  attempt: 1,
  dueUs: DUE_US,
};
const FIRED_US = DUE_US + 1_204;

/** The body that an endpoint receives for this event, built by the sender's own code. */
export function sentEvent({ type, timestamp, data }: SampleEvent, format: WebhookFormat): unknown {
  const event = { type, at: timestamp };
  const firing = { ...FIRING, event, payload: JSON.stringify(data), format, dueUs: Date.parse(timestamp) * 1_000 };
  return bodyOf(firing);
}

/** The body of an alarm. */
export function sentAlarm(format: WebhookFormat): unknown {
  return bodyOf({ ...FIRING, format });
}

function bodyOf(firing: Firing): unknown {
  return JSON.parse(String(webhookRequest(firing, { firedUs: FIRED_US }, SIGNING).body));
}
