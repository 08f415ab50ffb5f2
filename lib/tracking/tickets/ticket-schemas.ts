import { z } from 'zod';
import { cursorInput } from '#/lib/core/cursor-schemas.ts';
import { instantOut, serverTimeOut } from '#/lib/core/instant-schemas.ts';
import { projectNameInput, projectRefOut } from '#/lib/tracking/projects/project-schemas.ts';
import { SYNC_ALONE, syncOut, syncsAlone, updatedSinceInput } from '#/lib/tracking/sync/sync-schemas.ts';

export const ticketKeyInput = z
  .string()
  .trim()
  .max(64)
  .regex(/^[^\s\p{Cc}]+$/u, 'A ticket key has no spaces and no control characters, e.g. API-412')
  .meta({ example: 'API-412' });

export const ticketRefOut = z
  .object({ id: z.uuid(), key: z.string(), title: z.string(), url: z.string().nullable() })
  .meta({ id: 'TicketRef' });

export const ticketOut = ticketRefOut
  .extend({
    estimate_seconds: z.int().nullable(),
    project: projectRefOut.nullable(),
    created_at: instantOut,
    last_used_at: instantOut.nullable().describe('When the caller last started a timer on it.'),
  })
  .meta({ id: 'Ticket' });

export const createTicketInput = z
  .strictObject({
    key: ticketKeyInput,
    title: z.string().trim().max(500).default(''),
    url: z
      .url({ protocol: /^https?$/ })
      .max(2000)
      .optional(),
    estimate_seconds: z.int().min(1).max(100_000_000).optional(),
    project: projectNameInput.optional().describe('Name of a project; made when it does not exist.'),
  })
  .meta({ id: 'CreateTicket' });

export const listTicketsQuery = z
  .strictObject({
    search: z.string().trim().max(200).optional().describe('Matches key and title, anywhere, whatever the case.'),
    limit: z.coerce.number().int().min(1).max(100).default(20),
    cursor: cursorInput.optional(),
    updated_since: updatedSinceInput,
  })
  .refine((query) => syncsAlone(query), SYNC_ALONE);

export const ticketAnswer = z.object({ ticket: ticketOut, server_time: serverTimeOut }).meta({ id: 'TicketAnswer' });
export const ticketListAnswer = z
  .object({ tickets: z.array(ticketOut), next_cursor: z.string().nullable(), server_time: serverTimeOut })
  .meta({ id: 'TicketList' });

export const changedTicketOut = ticketOut
  .omit({ last_used_at: true })
  .extend({ updated_at: instantOut, archived_at: instantOut.nullable().describe('When it was archived; else null.') })
  .meta({ id: 'ChangedTicket' });
export const ticketSyncAnswer = z.object({ tickets: z.array(changedTicketOut), ...syncOut }).meta({ id: 'TicketSync' });

export type CreateTicketInput = z.infer<typeof createTicketInput>;
export type ListTicketsQuery = z.infer<typeof listTicketsQuery>;
export type TicketJson = z.infer<typeof ticketOut>;
export type TicketListJson = z.infer<typeof ticketListAnswer>;
export type ChangedTicketJson = z.infer<typeof changedTicketOut>;
export type TicketSyncJson = z.infer<typeof ticketSyncAnswer>;
