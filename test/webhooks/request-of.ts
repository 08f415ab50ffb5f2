import type { AlarmSettings, DueAlarm, WebhookFormat } from '#/lib/alarms/alarms/alarm.ts';
import { type WebhookRequest, webhookRequest } from '#/lib/webhooks/sending/webhook.ts';

/** A due alarm, with its settings. */
export type SentAlarm = Omit<DueAlarm, 'settings' | 'createdUs'> & {
  url: string;
  method: string;
  headers: Readonly<Record<string, string>>;
  format: WebhookFormat;
  bodyKind: AlarmSettings['body'] | null;
  appendId: boolean;
  applicantService: string | null;
  event: { type: string; at: string; delivery?: string } | null;
};

/** The request of one attempt. */
export function requestOf(
  { url, headers, method, format, bodyKind, appendId, applicantService, event, ...alarm }: SentAlarm,
  { firedUs }: { firedUs: number },
  signing: Parameters<typeof webhookRequest>[2],
): WebhookRequest {
  const settings: AlarmSettings = {
    method,
    ...(format !== 'raw' && { format }),
    ...(bodyKind && { body: bodyKind }),
    ...(appendId && { append_id: true }),
    ...(applicantService !== null && { applicant_service: applicantService }),
    ...(event && { event: { id: '1', ...event } }),
  };
  return webhookRequest({ ...alarm, settings, createdUs: alarm.dueUs }, { url, headers, firedUs }, signing);
}
