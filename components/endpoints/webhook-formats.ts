import type { WebhookFormat } from '#/lib/alarms/alarms/alarm.ts';

/** The format of a webhook's body. */
export const FORMAT_LABELS: Readonly<Record<WebhookFormat, string>> = {
  raw: 'Body, unchanged',
  standard: 'Standard Webhooks',
  cloudevents: 'CloudEvents, structured',
  'cloudevents-binary': 'CloudEvents, binary',
};

/** The same, to choose from. */
export const FORMAT_OPTIONS = Object.entries(FORMAT_LABELS) as [WebhookFormat, string][];
