import { z } from 'zod';
import { cursorInput } from '#/lib/core/cursor-schemas.ts';
import { instantInput, instantOut, serverTimeOut } from '#/lib/core/instant-schemas.ts';
import { nullIfInvalid, withReadOnly } from '#/lib/core/read-back-schemas.ts';
import {
  PROJECT_DESCRIPTION,
  projectInput,
  projectNameInput,
  projectRefOut,
} from '#/lib/tracking/projects/project-schemas.ts';
import { syncOut } from '#/lib/tracking/sync/sync-schemas.ts';
import { workedTimeOut } from '#/lib/tracking/worked-time/worked-time-schemas.ts';

export const ticketKeyInput = z
  .string()
  .trim()
  .max(64)
  .regex(/^[^\s\p{Cc}]+$/u, 'A ticket key has no spaces and no control characters, e.g. API-412')
  .meta({ example: 'API-412' });

/** A ticket in inputs, as its key or id; responses can be sent back unchanged. */
export const ticketInput = z
  .union([ticketKeyInput, z.looseObject({ id: z.uuid() })], {
    error: 'must be the key or id of a ticket, or a ticket with its id',
  })
  .transform((named) => (typeof named === 'string' ? named : named.id));
export const TICKET_DESCRIPTION = 'Key or id of a ticket, or the ticket as it is read.';

export const ticketRefOut = z
  .object({ id: z.uuid(), key: z.string(), title: z.string(), url: z.string().nullable() })
  .meta({ id: 'TicketRef' });

export const ticketOut = withReadOnly(
  ticketRefOut.extend({
    estimate_seconds: z.int().nullable(),
    project: projectRefOut.nullable(),
    created_at: instantOut,
    last_used_at: instantOut.nullable().describe('When the caller last started a timer on it.'),
    pinned_at: instantOut.nullable().describe('When the caller pinned it; null if it isn’t pinned.'),
    archived_at: instantOut.nullable().describe('Since when it is not offered for new time; null while it is.'),
    time: workedTimeOut.optional().describe('Who worked on it, and for how long; only if requested.'),
  }),
  ['id', 'created_at', 'last_used_at', 'pinned_at', 'archived_at', 'time'],
).meta({ id: 'Ticket' });

const title = z.string().trim().max(500);
const url = z.url({ protocol: /^https?$/ }).max(2000);
const estimate = z.int().min(1).max(100_000_000);

export const createTicketInput = z
  .strictObject({
    key: ticketKeyInput,
    title: title.default(''),
    url: nullIfInvalid(url),
    estimate_seconds: nullIfInvalid(estimate),
    project: projectInput.nullable().optional().describe(`${PROJECT_DESCRIPTION} Created if the name is unknown.`),
  })
  .meta({ id: 'CreateTicket' });

export const editTicketInput = z
  .strictObject({
    key: ticketKeyInput.optional(),
    title: title.optional(),
    url: url.nullable().optional(),
    estimate_seconds: estimate.nullable().optional(),
    project: projectInput.nullable().optional().describe(`${PROJECT_DESCRIPTION} Created if the name is unknown.`),
  })
  .meta({ id: 'EditTicket' });

const ticketSort = z.enum(['used', 'worked', 'tracked', 'key']);

export const listTicketsQuery = z.strictObject({
  sort: ticketSort
    .optional()
    .describe(
      'used: those you pinned, the ones you used last, then the newest (the default); worked: last worked on; tracked: most time; key.',
    ),
  state: z.enum(['open', 'archived', 'all']).optional().describe('If omitted, open ones.'),
  project_id: projectNameInput.optional().describe('Tickets of this project: its id or name.'),
  worked_since: instantInput.optional().describe('Tickets with time at or after this instant, of people you may see.'),
  with_time: z.stringbool().optional().describe('Adds `time` to each: totals, this week, and who. Needs timers:read.'),
  search: z
    .string()
    .trim()
    .max(200)
    .optional()
    .describe('Matches anywhere in key and title, ignoring case; with several words, each may begin any word there.'),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: cursorInput.optional(),
});

export const ticketResponse = z
  .object({ ticket: ticketOut, server_time: serverTimeOut })
  .meta({ id: 'TicketResponse' });
export const ticketListResponse = z
  .object({
    tickets: z.array(ticketOut),
    total: z.int().min(0).describe('How many there are on all pages.'),
    next_cursor: z.string().nullable(),
    server_time: serverTimeOut,
  })
  .meta({ id: 'TicketList' });
export const changeTicketResponse = z
  .object({ ticket: ticketOut, changed: z.boolean(), server_time: serverTimeOut })
  .meta({ id: 'ChangeTicketResponse' });

export const listTicketSpansQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: cursorInput.optional(),
});
const ticketSpanOut = z
  .object({
    id: z.uuid(),
    started_at: instantOut,
    ended_at: instantOut.nullable().describe('null while it runs.'),
    timer: z.object({ id: z.uuid(), title: z.string() }),
    person: z.object({ user_id: z.uuid(), name: z.string(), time_zone: z.string() }),
  })
  .meta({ id: 'TicketSpan' });
export const ticketSpanListResponse = z
  .object({ spans: z.array(ticketSpanOut), next_cursor: z.string().nullable(), server_time: serverTimeOut })
  .meta({ id: 'TicketSpanList' });

export const changedTicketOut = ticketOut
  .omit({ last_used_at: true, pinned_at: true, time: true })
  .extend({ updated_at: instantOut })
  .meta({ id: 'ChangedTicket' });
export const ticketSyncResponse = z
  .object({ tickets: z.array(changedTicketOut), ...syncOut })
  .meta({ id: 'TicketSync' });

export type CreateTicketInput = z.infer<typeof createTicketInput>;
export type EditTicketInput = z.infer<typeof editTicketInput>;
export type TicketSort = z.infer<typeof ticketSort>;
export type ListTicketsQuery = z.infer<typeof listTicketsQuery>;
export type ListTicketSpansQuery = z.infer<typeof listTicketSpansQuery>;
export type TicketSpanJson = z.infer<typeof ticketSpanOut>;
export type TicketSpanListJson = z.infer<typeof ticketSpanListResponse>;
export type TicketJson = z.infer<typeof ticketOut>;
export type TicketResponseJson = z.infer<typeof ticketResponse>;
export type ChangeTicketJson = z.infer<typeof changeTicketResponse>;
export type TicketListJson = z.infer<typeof ticketListResponse>;
export type ChangedTicketJson = z.infer<typeof changedTicketOut>;
