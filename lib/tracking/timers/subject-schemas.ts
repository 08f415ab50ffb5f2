import { z } from 'zod';
import { projectNameInput } from '#/lib/tracking/projects/project-schemas.ts';
import { ticketKeyInput } from '#/lib/tracking/tickets/ticket-schemas.ts';

export const tagInput = z.string().trim().min(1).max(60);
export const tagsInput = z
  .array(tagInput)
  .max(50)
  .transform((tags) => [...new Set(tags)]);
export const titleInput = z.string().trim().max(500);

/** What a new timer is about. */
export const subjectFields = {
  title: titleInput.default(''),
  ticket_key: ticketKeyInput.optional(),
  ticket_id: z.uuid().optional(),
  create_ticket: z.boolean().default(false).describe('Make the ticket when ticket_key is unknown.'),
  project: projectNameInput.optional().describe('Name of a project; made when it does not exist.'),
  project_id: z.uuid().optional(),
  tags: tagsInput.default([]),
};
type Named = { ticket_key?: unknown; ticket_id?: unknown; project?: unknown; project_id?: unknown };
type Rule = [holds: (input: Named) => boolean, otherwise: { path: string[]; message: string }];
export const oneTicket: Rule = [
  (input: Named) => !(input.ticket_key && input.ticket_id),
  { path: ['ticket_id'], message: 'Give ticket_key or ticket_id, not both' },
];
export const oneProject: Rule = [
  (input: Named) => !(input.project && input.project_id),
  { path: ['project_id'], message: 'Give project or project_id, not both' },
];
