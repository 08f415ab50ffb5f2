import type { Parameter } from '#/lib/api/openapi/parameters.ts';

const text = { type: 'string' };
const ofBinary = 'In the format `cloudevents-binary`, whose body is `data` alone: ';

/** Headers of sent webhooks, as components. */
export const WEBHOOK_PARAMETERS = {
  WebhookId: {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description: 'The same for every attempt and every resend: use it to recognize repeats.',
    schema: { type: 'string', format: 'uuid' },
  },
  WebhookTimestamp: {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description: 'When this attempt was sent, in seconds since 1970.',
    schema: { type: 'string', pattern: '^\\d+$' },
  },
  WebhookSignature: {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description:
      'Standard Webhooks: `v1,` and the HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and body, joined by dots. One for each valid secret, separated by spaces.',
    schema: { type: 'string', pattern: '^v1,[A-Za-z0-9+/=]+( v1,[A-Za-z0-9+/=]+)*$' },
  },
  TimerAttempt: {
    name: 'timer-attempt',
    in: 'header',
    required: true,
    description: 'Which attempt this is, from 1.',
    schema: { type: 'string', pattern: '^\\d+$' },
  },
  TimerDueAt: {
    name: 'timer-due-at',
    in: 'header',
    required: true,
    description: 'When it was due.',
    schema: { type: 'string', format: 'date-time' },
  },
  TimerAlarmId: {
    name: 'timer-alarm-id',
    in: 'header',
    required: false,
    description: 'Id of the alarm; absent from what endpoints are sent.',
    schema: { type: 'string', format: 'uuid' },
  },
  CeSpecversion: {
    name: 'ce-specversion',
    in: 'header',
    required: false,
    description: `${ofBinary}1.0.`,
    schema: text,
  },
  CeId: { name: 'ce-id', in: 'header', required: false, description: `${ofBinary}the \`webhook-id\`.`, schema: text },
  CeType: {
    name: 'ce-type',
    in: 'header',
    required: false,
    description: `${ofBinary}type of the event.`,
    schema: text,
  },
  CeSource: {
    name: 'ce-source',
    in: 'header',
    required: false,
    description: `${ofBinary}the address of the service.`,
    schema: text,
  },
  CeSubject: {
    name: 'ce-subject',
    in: 'header',
    required: false,
    description: `${ofBinary}id of what it is about.`,
    schema: text,
  },
  CeTime: { name: 'ce-time', in: 'header', required: false, description: `${ofBinary}when it was.`, schema: text },
} as const satisfies Record<string, Parameter>;
