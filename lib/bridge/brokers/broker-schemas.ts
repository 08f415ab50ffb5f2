import { z } from 'zod';
import { brokerTarget } from '#/lib/alarms/alarms/alarm-input-schemas.ts';
import { attemptOutcome } from '#/lib/alarms/attempts/attempt-schemas.ts';
import { BROKER_KINDS } from '#/lib/bridge/adapters/broker-connection.ts';
import { BROKER_DIALECTS, BROKER_STATUSES, MAX_BROKERS, NAME } from '#/lib/bridge/brokers/broker.ts';
import { instantOut, serverTimeOut } from '#/lib/core/instant-schemas.ts';
import { withReadOnly } from '#/lib/core/read-back-schemas.ts';

const MAX_URL = 2_048;

const kind = z.enum(BROKER_KINDS).describe('redis: Redis Streams; rabbitmq: quorum queues; nats: JetStream.');
const dialect = z
  .enum(BROKER_DIALECTS)
  .describe('Types and members of events: `timer.fired` and others, or `io.flunq.timer.fired` and others.');
// ---------------------------------------------------------------- input

const name = z
  .string()
  .trim()
  .regex(
    NAME,
    'must be 1 to 63 lowercase letters, digits, dots, dashes, and underscores, and begin with a letter or digit',
  )
  .refine((text) => !z.uuid().safeParse(text).success, 'must not look like an id')
  .describe('Unique in the workspace. Alarms can refer to the broker by it.')
  .meta({ example: 'orders' });
const url = z
  .string()
  .trim()
  .min(1, 'Enter a URL.')
  .max(MAX_URL)
  .describe(
    'Where it is, with credentials: `redis://` or `rediss://`, `amqp://` or `amqps://`, `nats://` or `tls://`. Encrypted at rest, and never shown again. Only addresses of the public internet, unless the operator allows others.',
  )
  .meta({ example: 'rediss://timers:secret@redis.example.com:6379' });
const inputTarget = brokerTarget
  .nullable()
  .optional()
  .describe('Stream, queue or subject whose events become alarms. null: nothing is consumed.');
const outputTarget = brokerTarget
  .nullable()
  .optional()
  .describe('Stream, queue or subject for alarms without their own `target`.');
const deadLetterTarget = brokerTarget
  .nullable()
  .optional()
  .describe(
    'Target for `timer.dlq`, which reports alarms that could not be delivered and events that create no alarm. null: none.',
  );
const paused = z
  .boolean()
  .describe('true: nothing is consumed. To hold back what is published, pause the receiver `broker://{id}`.');

const settings = {
  input_target: inputTarget,
  output_target: outputTarget,
  dead_letter_target: deadLetterTarget,
};

export const createBrokerInput = z
  .strictObject({
    name,
    kind,
    url,
    dialect: dialect
      .optional()
      .describe(
        'Types and members of events: `timer.fired` and others, or `io.flunq.timer.fired` and others. By default what the operator has set (`BRIDGE_DIALECT`), or else `timer-service`.',
      ),
    ...settings,
    paused: paused.default(false),
  })
  .meta({ id: 'CreateBroker' });

export const editBrokerInput = z
  .strictObject({
    name: name.optional(),
    url: url.optional(),
    dialect: dialect.optional(),
    ...settings,
    paused: paused.optional(),
  })
  .meta({ id: 'EditBroker' });

/** The id of the broker in a page's form. */
export const brokerIdInput = z.strictObject({ id: z.uuid() });

// ---------------------------------------------------------------- responses

const brokerOut = withReadOnly(
  z.object({
    id: z.uuid(),
    name: z.string().describe('Unique in the workspace.'),
    kind,
    address: z.string().nullable().describe('The URL without credentials; null when AUTH_SECRET has changed since.'),
    dialect,
    input_target: z.string().nullable().describe('Stream, queue or subject whose events become alarms; null: none.'),
    output_target: z.string().nullable().describe('Where alarms go that name no target of their own.'),
    dead_letter_target: z.string().nullable().describe('Where `timer.dlq` goes; null: nowhere.'),
    paused: z.boolean().describe('Nothing is consumed.'),
    status: z
      .enum(BROKER_STATUSES)
      .describe('What workers saw last: unknown until one has connected; failing after an error.'),
    last_connected_at: instantOut.nullable().describe('When a worker or a test last reached it.'),
    last_error: z.string().nullable().describe('It stays after the broker is back.'),
    last_error_at: instantOut.nullable().describe('When that was.'),
    consumed_count: z.int().min(0).describe('Events consumed so far.'),
    lag: z.int().min(0).nullable().describe('Events waiting to be consumed; null while that isn’t known.'),
    created_by: z.uuid().describe('The API key, or else the user, that created it.'),
    created_at: instantOut,
    updated_at: instantOut,
    version: z.int().min(1),
  }),
  [
    'id',
    'address',
    'status',
    'last_connected_at',
    'last_error',
    'last_error_at',
    'consumed_count',
    'lag',
    'created_by',
    'created_at',
    'updated_at',
    'version',
  ],
).meta({ id: 'Broker' });

export const brokerResponse = z
  .object({ broker: brokerOut, server_time: serverTimeOut })
  .meta({ id: 'BrokerResponse' });

export const changeBrokerResponse = brokerResponse
  .extend({ changed: z.boolean().describe('False if it was already so.') })
  .meta({ id: 'ChangeBrokerResponse' });

export const brokerListResponse = z
  .object({
    brokers: z.array(brokerOut).max(MAX_BROKERS).describe('All receivers of the workspace, oldest first.'),
    server_time: serverTimeOut,
  })
  .meta({ id: 'BrokerList' });

const brokerTestOut = z
  .object({
    delivered: z.boolean().describe('True if the broker confirmed the event or, without a target, the connection.'),
    outcome: attemptOutcome.describe('As in the log of attempts.'),
    target: z
      .string()
      .nullable()
      .describe('Where the event was sent; null: there is no output_target, so only the connection was tested.'),
    event_id: z.uuid().nullable().describe('`id` of the event; null when none was sent.'),
    duration_ms: z.number(),
    detail: z.string().nullable().describe('Why it was not delivered, and what to do.'),
  })
  .meta({ id: 'BrokerTest' });

export const testBrokerResponse = z
  .object({ test: brokerTestOut, server_time: serverTimeOut })
  .meta({ id: 'TestBrokerResponse' });

export type CreateBrokerInput = z.output<typeof createBrokerInput>;
export type EditBrokerInput = z.output<typeof editBrokerInput>;
export type BrokerJson = z.infer<typeof brokerOut>;
export type BrokerResponseJson = z.infer<typeof brokerResponse>;
export type BrokerListJson = z.infer<typeof brokerListResponse>;
export type BrokerTestJson = z.infer<typeof brokerTestOut>;
