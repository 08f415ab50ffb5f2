import { z } from 'zod';
import { cursorInput } from '#/lib/core/cursor-schemas.ts';
import { instantOut, serverTimeOut } from '#/lib/core/instant-schemas.ts';
import { SYNC_ALONE, syncOut, syncsAlone, updatedSinceInput } from '#/lib/tracking/sync/sync-schemas.ts';

export const projectNameInput = z.string().trim().min(1).max(200).meta({ example: 'Public API' });

export const projectRefOut = z.object({ id: z.uuid(), name: z.string() }).meta({ id: 'ProjectRef' });

export const projectOut = projectRefOut.extend({ created_at: instantOut }).meta({ id: 'Project' });

export const createProjectInput = z.strictObject({ name: projectNameInput }).meta({ id: 'CreateProject' });

export const listProjectsQuery = z
  .strictObject({
    search: z.string().trim().max(200).optional().describe('Part of a name.'),
    limit: z.coerce.number().int().min(1).max(100).default(20),
    cursor: cursorInput.optional(),
    updated_since: updatedSinceInput,
  })
  .refine((query) => syncsAlone(query), SYNC_ALONE);

export const projectAnswer = z
  .object({ project: projectOut, server_time: serverTimeOut })
  .meta({ id: 'ProjectAnswer' });
export const projectListAnswer = z
  .object({ projects: z.array(projectOut), next_cursor: z.string().nullable(), server_time: serverTimeOut })
  .meta({ id: 'ProjectList' });

export const changedProjectOut = projectOut
  .extend({ updated_at: instantOut, archived_at: instantOut.nullable().describe('When it was archived; else null.') })
  .meta({ id: 'ChangedProject' });
export const projectSyncAnswer = z
  .object({ projects: z.array(changedProjectOut), ...syncOut })
  .meta({ id: 'ProjectSync' });

export type CreateProjectInput = z.infer<typeof createProjectInput>;
export type ListProjectsQuery = z.infer<typeof listProjectsQuery>;
export type ProjectJson = z.infer<typeof projectOut>;
export type ChangedProjectJson = z.infer<typeof changedProjectOut>;
export type ProjectSyncJson = z.infer<typeof projectSyncAnswer>;
