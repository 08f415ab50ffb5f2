import { z } from 'zod';
import { lengthInput } from '#/lib/alarms/alarms/time-schemas.ts';
import { instantOut, serverTimeOut } from '#/lib/core/instant-schemas.ts';
import { DEFAULT_OVERLAP_MS, MAX_OVERLAP_MS } from '#/lib/webhooks/secrets/webhook-secret.ts';

export const rotateSecretInput = z
  .strictObject({
    overlap: lengthInput
      .refine((ms) => ms <= MAX_OVERLAP_MS, 'must be at most 7 days')
      .default(DEFAULT_OVERLAP_MS)
      .describe(
        'How long the previous secret keeps signing together with the new one; 24 h by default, 7 days at most.',
      ),
  })
  .meta({ id: 'RotateWebhookSecret' });

const secretOut = z
  .object({
    id: z.uuid(),
    prefix: z.string().describe('Its first characters.'),
    created_at: instantOut,
    expires_at: instantOut.nullable().describe('From then on nothing is signed with it; null for the one in force.'),
  })
  .meta({ id: 'WebhookSecret' });

const fullSecretOut = secretOut
  .extend({ secret: z.string().describe('In full: whsec_ and base64, for a Standard Webhooks library.') })
  .meta({ id: 'FullWebhookSecret' });

export const secretListResponse = z
  .object({ webhook_secrets: z.array(secretOut).describe('The current one first.'), server_time: serverTimeOut })
  .meta({ id: 'WebhookSecretList' });

export const currentSecretResponse = z
  .object({ webhook_secret: fullSecretOut, server_time: serverTimeOut })
  .meta({ id: 'CurrentWebhookSecret' });

export const endpointSecretsResponse = z
  .object({
    webhook_secret: fullSecretOut.describe('The current secret.'),
    previous: z.array(secretOut).describe('Earlier secrets that also sign for a while.'),
    server_time: serverTimeOut,
  })
  .meta({ id: 'EndpointSecrets' });

export const rotateSecretResponse = z
  .object({
    webhook_secret: fullSecretOut,
    previous: secretOut.describe('The previous secret, with its expiry.'),
    server_time: serverTimeOut,
  })
  .meta({ id: 'RotateWebhookSecretResponse' });

export type WebhookSecretJson = z.infer<typeof secretOut>;
export type EndpointSecretsJson = z.infer<typeof endpointSecretsResponse>;
export type WebhookSecretListJson = z.infer<typeof secretListResponse>;
export type CurrentWebhookSecretJson = z.infer<typeof currentSecretResponse>;
export type RotatedWebhookSecretJson = z.infer<typeof rotateSecretResponse>;
