import { z } from 'zod';
import { instantOut, serverTimeOut } from '#/lib/core/instant-schemas.ts';

/** RFC 8291, 3.1: an uncompressed point of P-256, and 16 random bytes. */
const bytes = (length: number, what: string) =>
  z
    .string()
    .max(200)
    .regex(/^[\w-]+={0,2}$/, `must be ${what} as base64url`)
    .refine((text) => byteLength(text) === length, `must be ${what} as base64url`)
    .transform((text) => text.replaceAll('=', ''));

export const pushSubscriptionInput = z
  .strictObject({
    endpoint: z
      .string()
      .max(2_000)
      .regex(/^https:\/\//, 'must be the https:// address that the browser gave')
      .describe('Where the push service of the browser takes messages.'),
    p256dh: bytes(65, 'a public key of 65 bytes').describe('`getKey("p256dh")` of the subscription.'),
    auth: bytes(16, 'a secret of 16 bytes').describe('`getKey("auth")` of the subscription.'),
  })
  .meta({ id: 'PushSubscriptionInput' });

const subscriptionOut = z
  .object({
    id: z.uuid(),
    push_service: z.string().describe('Host of the push service, such as fcm.googleapis.com.'),
    created_at: instantOut,
  })
  .meta({ id: 'PushSubscription' });

export const pushSubscriptionResponse = z.object({ subscription: subscriptionOut, server_time: serverTimeOut });

export const pushKeyResponse = z.object({
  push_key: z.object({
    public_key: z.string().describe('`applicationServerKey` for `pushManager.subscribe`, base64url.'),
  }),
  server_time: serverTimeOut,
});

export const pushTestResponse = z.object({
  test: z.object({
    outcome: z
      .enum(['sent', 'gone', 'rejected', 'failed'])
      .describe('`gone`: the browser takes no more messages, and the subscription was deleted.'),
    detail: z.string(),
  }),
  server_time: serverTimeOut,
});

export type PushSubscriptionInput = z.output<typeof pushSubscriptionInput>;
export type PushSubscriptionJson = z.output<typeof subscriptionOut>;

/** Four base64 characters carry three bytes. */
function byteLength(text: string): number {
  return Math.floor((text.replaceAll('=', '').length * 3) / 4);
}
