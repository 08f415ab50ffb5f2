import { operation } from '#/lib/api/operations/operation.ts';
import { getCurrentSecret, listSecrets } from '#/lib/webhooks/secrets/list-secrets.ts';
import { rotateSecret } from '#/lib/webhooks/secrets/rotate-secret.ts';
import { fullSecretJson, secretJson } from '#/lib/webhooks/secrets/webhook-secret-json.ts';
import {
  currentSecretResponse,
  rotateSecretInput,
  rotateSecretResponse,
  secretListResponse,
} from '#/lib/webhooks/secrets/webhook-secret-schemas.ts';

const tag = 'Webhook secrets';

const list = operation({
  operationId: 'listWebhookSecrets',
  method: 'get',
  path: '/webhook-secrets',
  tag,
  summary: 'List webhook secrets',
  description:
    'The current one first, then those from before a rotation that are still valid. Their text is not shown.',
  permission: 'alarms:read',
  output: secretListResponse,
  handler: async (ctx) => {
    const { secrets, now } = await listSecrets(ctx);
    return { status: 200, body: { webhook_secrets: secrets.map(secretJson), server_time: now.toISOString() } };
  },
});

const current = operation({
  operationId: 'getCurrentWebhookSecret',
  method: 'get',
  path: '/webhook-secrets/current',
  tag,
  summary: 'Get the current webhook secret',
  description: 'Receivers verify `webhook-signature` with it. A workspace gets its first secret on the first request.',
  permission: 'workspace:manage',
  output: currentSecretResponse,
  single: true,
  handler: async (ctx) => {
    const { secret, now } = await getCurrentSecret(ctx);
    return { status: 200, body: { webhook_secret: fullSecretJson(secret), server_time: now.toISOString() } };
  },
});

const rotate = operation({
  operationId: 'rotateWebhookSecret',
  method: 'post',
  path: '/webhook-secrets/rotate',
  tag,
  summary: 'Rotate the webhook secret',
  description:
    'During the overlap every webhook carries a signature by each valid secret, so receivers have time to switch over. `"overlap": "0s"` ends all others at once, for a secret that has leaked.',
  permission: 'workspace:manage',
  body: rotateSecretInput,
  output: rotateSecretResponse,
  problems: ['too_many_webhook_secrets'],
  handler: async (ctx, { body }) => {
    const { secret, previous, now } = await rotateSecret(ctx, body.overlap);
    const reported = { webhook_secret: fullSecretJson(secret), previous: secretJson(previous) };
    return { status: 200, body: { ...reported, server_time: now.toISOString() } };
  },
});

export const webhookSecretOperations = [list, current, rotate];
