import { z } from 'zod';
import { PROJECT_DESCRIPTION, projectInput } from '#/lib/tracking/projects/project-schemas.ts';
import { TICKET_DESCRIPTION, ticketInput } from '#/lib/tracking/tickets/ticket-schemas.ts';

/** In a filter by project or ticket: timers that have none. */
export const NONE = 'none';
export const tagInput = z.string().trim().min(1).max(60);
export const tagsInput = z
  .array(tagInput)
  .max(50)
  .transform((tags) => [...new Set(tags)]);
export const titleInput = z.string().trim().max(500);

const ticket = ticketInput.nullable().optional();
const project = projectInput.nullable().optional();

/** The ticket of a timer. All three accept the same values. */
export const ticketFields = {
  ticket: ticket.describe(`${TICKET_DESCRIPTION} Null for none.`),
  ticket_key: ticket.describe('The same as `ticket`.'),
  ticket_id: ticket.describe('The same as `ticket`, but unknown keys are an error.'),
};
/** The project of a timer. Both accept the same values. */
export const projectFields = {
  project: project.describe(`${PROJECT_DESCRIPTION} Created if the name is unknown; null for none.`),
  project_id: project.describe('The same as `project`, but unknown names are an error.'),
};
export const createTicketInput = z
  .boolean()
  .default(false)
  .describe('Create the ticket if the key in `ticket` or `ticket_key` is unknown.');

/** The subject of a new timer. */
export const subjectFields = {
  title: titleInput.default(''),
  ...ticketFields,
  create_ticket: createTicketInput,
  ...projectFields,
  tags: tagsInput.default([]),
};
export type NamedSubject = {
  [field in keyof typeof ticketFields | keyof typeof projectFields]?: string | null | undefined;
};
type Rule = [holds: (input: NamedSubject) => boolean, otherwise: { path: string[]; message: string }];
export const oneTicket: Rule = [
  (input) => [input.ticket, input.ticket_key, input.ticket_id].filter(Boolean).length <= 1,
  { path: ['ticket_id'], message: 'Give one of ticket, ticket_key and ticket_id' },
];
export const oneProject: Rule = [
  (input) => !(input.project && input.project_id),
  { path: ['project_id'], message: 'Give project or project_id, not both' },
];
