import { z } from 'zod';
import { instantOut, serverTimeOut } from '#/lib/core/instant-schemas.ts';
import { withReadOnly } from '#/lib/core/read-back-schemas.ts';
import { PROJECT_DESCRIPTION, projectInput, projectRefOut } from '#/lib/tracking/projects/project-schemas.ts';
import { PROVIDERS, SECRET_LENGTH } from '#/lib/tracking/ticket-sources/ticket-source.ts';

const provider = z.enum(PROVIDERS);
const name = z.string().trim().min(1, 'Enter a name.').max(100, 'Use at most 100 characters.');
const secret = z
  .string()
  .trim()
  .min(SECRET_LENGTH.min, `Use at least ${SECRET_LENGTH.min} characters.`)
  .max(SECRET_LENGTH.max, `Use at most ${SECRET_LENGTH.max} characters.`)
  .regex(/^[\x21-\x7e]+$/, 'Use letters, digits, and punctuation only.');
const project = projectInput
  .nullable()
  .describe(`Project of the tickets it creates. ${PROJECT_DESCRIPTION} Created if the name is unknown.`);
const createsTickets = z
  .boolean()
  .describe('Whether an open issue that is not a ticket yet becomes one. Tickets that exist are updated either way.');

export const createTicketSourceInput = z
  .strictObject({
    provider,
    name,
    secret: secret
      .optional()
      .describe('The webhook secret of the provider (Linear generates it). If omitted, it is generated.'),
    project: project.optional(),
    creates_tickets: createsTickets.default(true),
  })
  .meta({ id: 'CreateTicketSource' });

export const editTicketSourceInput = z
  .strictObject({
    name: name.optional(),
    secret: secret.optional().describe('Replaces the one in use at once.'),
    project: project.optional(),
    creates_tickets: createsTickets.optional(),
  })
  .meta({ id: 'EditTicketSource' });

const ticketSourceOut = withReadOnly(
  z.object({
    id: z.uuid(),
    provider,
    name: z.string(),
    url: z.string().describe('Where the provider sends its webhooks.'),
    project: projectRefOut.nullable(),
    creates_tickets: z.boolean(),
    tickets: z.int().min(0).describe('How many tickets it keeps current.'),
    created_by: z.uuid().describe('The API key, or else the user, that created it.'),
    created_at: instantOut,
    updated_at: instantOut,
    last_received_at: instantOut.nullable().describe('The last webhook with a valid signature.'),
    last_rejected_at: instantOut.nullable().describe('The last webhook that was rejected.'),
    last_error: z.string().nullable().describe('The error code of the last webhook that was rejected.'),
    version: z.int().min(1),
  }),
  [
    'id',
    'url',
    'tickets',
    'created_by',
    'created_at',
    'updated_at',
    'last_received_at',
    'last_rejected_at',
    'last_error',
    'version',
  ],
).meta({ id: 'TicketSource' });

export const ticketSourceResponse = z
  .object({ ticket_source: ticketSourceOut, server_time: serverTimeOut })
  .meta({ id: 'TicketSourceResponse' });
export const createTicketSourceResponse = z
  .object({
    ticket_source: ticketSourceOut,
    secret: z.string().describe('Enter it as the webhook secret (GitLab: secret token) at the provider. Shown once.'),
    server_time: serverTimeOut,
  })
  .meta({ id: 'CreateTicketSourceResponse' });
export const ticketSourceListResponse = z
  .object({ ticket_sources: z.array(ticketSourceOut).describe('Oldest first.'), server_time: serverTimeOut })
  .meta({ id: 'TicketSourceList' });
export const deliveryResponse = z
  .object({
    delivery: z
      .object({
        outcome: z
          .enum(['created', 'updated', 'unchanged', 'stale', 'ignored'])
          .describe(
            'stale: a newer webhook about the issue was received before. ignored: it isn’t about an issue, or not about one that is a ticket.',
          ),
        ticket: z.object({ id: z.uuid(), key: z.string() }).nullable(),
      })
      .meta({ id: 'TicketSourceDelivery' }),
    server_time: serverTimeOut,
  })
  .meta({ id: 'TicketSourceDeliveryResponse' });

export type CreateTicketSourceInput = z.output<typeof createTicketSourceInput>;
export type EditTicketSourceInput = z.output<typeof editTicketSourceInput>;
export type TicketSourceJson = z.infer<typeof ticketSourceOut>;
export type TicketSourceResponse = z.infer<typeof ticketSourceResponse>;
export type CreateTicketSourceJson = z.infer<typeof createTicketSourceResponse>;
export type TicketSourceListJson = z.infer<typeof ticketSourceListResponse>;
export type DeliveryJson = z.infer<typeof deliveryResponse>;
