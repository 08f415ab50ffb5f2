import { z } from 'zod';
import { isBrokerOrigin } from '#/lib/alarms/alarms/broker-address.ts';
import {
  MAX_CONCURRENCY,
  MAX_COUNTED,
  MAX_PER_SECOND,
  MAX_RECEIVERS,
  MIN_PER_SECOND,
} from '#/lib/alarms/receivers/receiver.ts';
import { instantOut, serverTimeOut } from '#/lib/core/instant-schemas.ts';
import { withReadOnly } from '#/lib/core/read-back-schemas.ts';

const MAX_ORIGIN = 300;

const originInput = z
  .string()
  .trim()
  .min(1)
  .max(MAX_ORIGIN)
  .refine(isOrigin, 'must be the scheme, host, and port of a URL, such as https://hooks.example.com')
  .transform((text) => (isBrokerOrigin(text) ? text : new URL(text).origin))
  .describe('Scheme, host, and port that alarms call, or `broker://` and the id of a message broker.')
  .meta({ example: 'https://hooks.example.com' });

function isOrigin(text: string): boolean {
  if (isBrokerOrigin(text)) return true;
  const url = URL.parse(text);
  if (!url || !['http:', 'https:'].includes(url.protocol)) return false;
  return url.href === `${url.origin}/` && !/[?#@]/.test(text);
}

const settings = {
  paused: z.boolean().optional().describe('Nothing is sent while it is true; attempts in flight are finished.'),
  max_per_second: z
    .number()
    .min(MIN_PER_SECOND)
    .max(MAX_PER_SECOND)
    .nullable()
    .optional()
    .describe(
      'Attempts per second across all workers, including retries; 0.5 is one every two seconds. null: no limit.',
    )
    .meta({ example: 10 }),
  max_concurrency: z
    .number()
    .int()
    .min(1)
    .max(MAX_CONCURRENCY)
    .nullable()
    .optional()
    .describe('Attempts in flight at the same time, across all workers. null: no limit.')
    .meta({ example: 4 }),
};

export const createReceiverInput = z
  .strictObject({
    origin: originInput.nullable().optional(),
    endpoint_id: z.uuid().nullable().optional().describe('An endpoint’s deliveries, instead of `origin`.'),
    ...settings,
  })
  .refine(({ origin, endpoint_id }) => !origin || !endpoint_id, {
    path: ['endpoint_id'],
    message: 'leave out when there is an origin',
  })
  .meta({ id: 'CreateReceiver' });

export const editReceiverInput = z.strictObject(settings).meta({ id: 'EditReceiver' });

const receiverOut = withReadOnly(
  z.object({
    id: z.uuid(),
    origin: z.string().nullable(),
    endpoint_id: z.uuid().nullable().describe('Where this and `origin` are null, it is the whole workspace.'),
    paused: z.boolean(),
    paused_at: instantOut.nullable(),
    max_per_second: z.number().nullable(),
    max_concurrency: z.int().nullable(),
    waiting_count: z
      .int()
      .min(0)
      .max(MAX_COUNTED)
      .describe(`Alarms that are due and held back; ${MAX_COUNTED} means that many or more.`),
    in_flight_count: z
      .int()
      .min(0)
      .max(MAX_COUNTED)
      .describe('Alarms being sent that were held back; for a limited receiver, all that are being sent.'),
    created_at: instantOut,
    updated_at: instantOut,
    version: z.int().min(1),
  }),
  ['id', 'paused_at', 'waiting_count', 'in_flight_count', 'created_at', 'updated_at', 'version'],
).meta({ id: 'Receiver' });

export const receiverResponse = z
  .object({ receiver: receiverOut, server_time: serverTimeOut })
  .meta({ id: 'ReceiverResponse' });

export const changeReceiverResponse = receiverResponse
  .extend({ changed: z.boolean().describe('False if it was already so.') })
  .meta({ id: 'ChangeReceiverResponse' });

export const receiverListResponse = z
  .object({
    receivers: z.array(receiverOut).max(MAX_RECEIVERS).describe('All receivers of the workspace, oldest first.'),
    server_time: serverTimeOut,
  })
  .meta({ id: 'ReceiverList' });

export type CreateReceiverInput = z.output<typeof createReceiverInput>;
export type EditReceiverInput = z.output<typeof editReceiverInput>;
export type ReceiverJson = z.infer<typeof receiverOut>;
export type ReceiverResponse = z.infer<typeof receiverResponse>;
export type ChangeReceiverResponse = z.infer<typeof changeReceiverResponse>;
export type ReceiverListJson = z.infer<typeof receiverListResponse>;
