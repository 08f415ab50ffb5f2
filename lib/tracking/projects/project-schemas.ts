import { z } from 'zod';
import { cursorInput } from '#/lib/core/cursor-schemas.ts';
import { instantOut, serverTimeOut } from '#/lib/core/instant-schemas.ts';
import { withReadOnly } from '#/lib/core/read-back-schemas.ts';
import { syncOut } from '#/lib/tracking/sync/sync-schemas.ts';
import { workedTimeOut } from '#/lib/tracking/worked-time/worked-time-schemas.ts';

export const projectNameInput = z.string().trim().min(1).max(200).meta({ example: 'Public API' });

/** A project in inputs, as its name or id; responses can be sent back unchanged. */
export const projectInput = z
  .union([projectNameInput, z.looseObject({ id: z.uuid() })], {
    error: 'must be the name or id of a project, or a project with its id',
  })
  .transform((named) => (typeof named === 'string' ? named : named.id));
export const PROJECT_DESCRIPTION = 'Name or id of a project, or the project as it is read.';

export const projectRefOut = z.object({ id: z.uuid(), name: z.string() }).meta({ id: 'ProjectRef' });

export const projectOut = withReadOnly(
  projectRefOut.extend({
    created_at: instantOut,
    archived_at: instantOut.nullable().describe('Since when it is not offered for new time; null while it is.'),
    open_tickets: z
      .int()
      .min(0)
      .optional()
      .describe('How many open tickets it has; only if time was requested, with tickets:read.'),
    time: workedTimeOut.optional().describe('Who worked on it, and for how long; only if requested.'),
  }),
  ['id', 'created_at', 'archived_at', 'open_tickets', 'time'],
).meta({ id: 'Project' });

export const createProjectInput = z.strictObject({ name: projectNameInput }).meta({ id: 'CreateProject' });
export const editProjectInput = z.strictObject({ name: projectNameInput }).meta({ id: 'EditProject' });

export const listProjectsQuery = z.strictObject({
  search: z.string().trim().max(200).optional().describe('Part of a name.'),
  state: z.enum(['open', 'archived', 'all']).optional().describe('If omitted, open ones.'),
  with_time: z
    .stringbool()
    .optional()
    .describe(
      'Adds `time` to each: totals, this week, and who; with tickets:read `open_tickets`, too. Needs timers:read.',
    ),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: cursorInput.optional(),
});

export const projectResponse = z
  .object({ project: projectOut, server_time: serverTimeOut })
  .meta({ id: 'ProjectResponse' });
export const projectListResponse = z
  .object({ projects: z.array(projectOut), next_cursor: z.string().nullable(), server_time: serverTimeOut })
  .meta({ id: 'ProjectList' });

export const changeProjectResponse = z
  .object({ project: projectOut, changed: z.boolean(), server_time: serverTimeOut })
  .meta({ id: 'ChangeProjectResponse' });

export const changedProjectOut = projectOut
  .omit({ open_tickets: true, time: true })
  .extend({ updated_at: instantOut })
  .meta({ id: 'ChangedProject' });
export const projectSyncResponse = z
  .object({ projects: z.array(changedProjectOut), ...syncOut })
  .meta({ id: 'ProjectSync' });

export type CreateProjectInput = z.infer<typeof createProjectInput>;
export type EditProjectInput = z.infer<typeof editProjectInput>;
export type ListProjectsQuery = z.infer<typeof listProjectsQuery>;
export type ProjectJson = z.infer<typeof projectOut>;
export type ProjectListJson = z.infer<typeof projectListResponse>;
export type ProjectResponseJson = z.infer<typeof projectResponse>;
export type ChangeProjectJson = z.infer<typeof changeProjectResponse>;
export type ChangedProjectJson = z.infer<typeof changedProjectOut>;
