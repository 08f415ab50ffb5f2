import { z } from 'zod';
import { operation } from '#/lib/api/operations/operation.ts';
import { readLinkSettings } from '#/lib/core/env.ts';
import { createTicketSource } from '#/lib/tracking/ticket-sources/create-ticket-source.ts';
import { deleteTicketSource } from '#/lib/tracking/ticket-sources/delete-ticket-source.ts';
import { editTicketSource } from '#/lib/tracking/ticket-sources/edit-ticket-source.ts';
import { getTicketSource, listTicketSources } from '#/lib/tracking/ticket-sources/list-ticket-sources.ts';
import type { TicketSource } from '#/lib/tracking/ticket-sources/ticket-source.ts';
import { ticketSourceJson } from '#/lib/tracking/ticket-sources/ticket-source-json.ts';
import {
  createTicketSourceInput,
  createTicketSourceResponse,
  editTicketSourceInput,
  ticketSourceListResponse,
  ticketSourceResponse,
} from '#/lib/tracking/ticket-sources/ticket-source-schemas.ts';

const tag = 'Ticket sources';
const permission = 'workspace:manage';
const params = z.strictObject({ id: z.uuid() });
const NOT_FOUND = ['ticket_source_not_found'] as const;
const VERSION = ['ticket_source_version_mismatch'] as const;

type Found = { source: TicketSource; tickets: number; now: Date };

function bodyOf({ source, tickets, now }: Found) {
  const ticket_source = ticketSourceJson(source, tickets, readLinkSettings().APP_URL);
  return { ticket_source, server_time: now.toISOString() };
}

const create = operation({
  operationId: 'createTicketSource',
  method: 'post',
  path: '/ticket-sources',
  tag,
  summary: 'Connect an issue tracker',
  description:
    'Then enter `ticket_source.url` and `secret` of the response as a webhook at the provider, with the content type `application/json`, for issues (and pull or merge requests). From its next webhook on, titles, URLs, estimates and states of tickets follow their issues.',
  permission,
  body: createTicketSourceInput,
  output: createTicketSourceResponse,
  status: 201,
  versioned: true,
  problems: ['project_not_found', 'too_many_ticket_sources'],
  handler: async (ctx, { body }) => {
    const { source, now } = await createTicketSource(ctx, body);
    return {
      status: 201,
      version: source.version,
      location: `/api/v1/ticket-sources/${source.id}`,
      body: { ...bodyOf({ source, tickets: 0, now }), secret: source.secret },
    };
  },
});

const list = operation({
  operationId: 'listTicketSources',
  method: 'get',
  path: '/ticket-sources',
  tag,
  summary: 'List the connected issue trackers',
  description: 'All of the workspace, oldest first, each with the number of tickets that it keeps up to date.',
  permission,
  output: ticketSourceListResponse,
  handler: async (ctx) => {
    const { sources, now } = await listTicketSources(ctx);
    const { APP_URL } = readLinkSettings();
    const shown = sources.map(({ source, tickets }) => ticketSourceJson(source, tickets, APP_URL));
    return { status: 200, body: { ticket_sources: shown, server_time: now.toISOString() } };
  },
});

const one = operation({
  operationId: 'getTicketSource',
  method: 'get',
  path: '/ticket-sources/{id}',
  tag,
  summary: 'Get a connected issue tracker',
  description: 'With the number of tickets that it keeps up to date, when it was last heard from, and its last error.',
  permission,
  params,
  output: ticketSourceResponse,
  versioned: true,
  problems: NOT_FOUND,
  handler: async (ctx, { params }) => {
    const found = await getTicketSource(ctx, params.id);
    return { status: 200, version: found.source.version, body: bodyOf(found) };
  },
});

const edit = operation({
  operationId: 'editTicketSource',
  method: 'patch',
  path: '/ticket-sources/{id}',
  tag,
  summary: 'Change a connected issue tracker',
  description: 'A new `secret` replaces the one in use at once. Tickets that exist keep their project.',
  permission,
  params,
  body: editTicketSourceInput,
  output: ticketSourceResponse,
  versioned: true,
  problems: [...NOT_FOUND, 'project_not_found', ...VERSION],
  handler: async (ctx, { params, body, ifMatch }) => {
    const found = await editTicketSource(ctx, { id: params.id, ifMatch }, body);
    return { status: 200, version: found.source.version, body: bodyOf(found) };
  },
});

const remove = operation({
  operationId: 'deleteTicketSource',
  method: 'delete',
  path: '/ticket-sources/{id}',
  tag,
  summary: 'Disconnect an issue tracker',
  description: 'Its webhooks are rejected from then on. Its tickets stay, with their time.',
  permission,
  params,
  output: ticketSourceResponse,
  versioned: true,
  problems: [...NOT_FOUND, ...VERSION],
  handler: async (ctx, { params, ifMatch }) => {
    const found = await deleteTicketSource(ctx, { id: params.id, ifMatch });
    return { status: 200, version: found.source.version, body: bodyOf(found) };
  },
});

export const ticketSourceOperations = [create, list, one, edit, remove];
