import { z } from 'zod';
import type { Ctx } from '#/lib/accounts/context.ts';
import { endpoint } from '#/lib/api/endpoint.ts';
import { createProject } from '#/lib/tracking/projects/create-project.ts';
import { listProjects } from '#/lib/tracking/projects/list-projects.ts';
import { changedProjectJson, projectJson } from '#/lib/tracking/projects/project-json.ts';
import {
  createProjectInput,
  type ListProjectsQuery,
  listProjectsQuery,
  type ProjectSyncJson,
  projectAnswer,
  projectListAnswer,
  projectSyncAnswer,
} from '#/lib/tracking/projects/project-schemas.ts';
import { syncProjects } from '#/lib/tracking/projects/sync-projects.ts';

const tag = 'Projects';

const create = endpoint({
  operationId: 'createProject',
  method: 'post',
  path: '/projects',
  tag,
  summary: 'Create a project',
  permission: 'projects:write',
  body: createProjectInput,
  output: projectAnswer,
  status: 201,
  problems: { 409: ['project_name_taken'] },
  handler: async (ctx, { body }) => {
    const project = await createProject(ctx, body);
    return { status: 201, body: { project: projectJson(project), server_time: project.createdAt.toISOString() } };
  },
});

const list = endpoint({
  operationId: 'listProjects',
  method: 'get',
  path: '/projects',
  tag,
  summary: 'Projects by name',
  permission: 'projects:read',
  query: listProjectsQuery,
  description: 'With `updated_since`: what has changed since, archived ones included, as a `ProjectSync`.',
  // The one with more fields first, since the other would pass for it.
  output: z.union([projectSyncAnswer, projectListAnswer]),
  problems: { 400: ['cursor_invalid'] },
  handler: async (ctx, { query }) => {
    if (query.updated_since) return { status: 200, body: await syncAnswer(ctx, query.updated_since, query) };
    const { projects, nextCursor } = await listProjects(ctx, query);
    const now = await ctx.clock.now(ctx.db);
    return {
      status: 200,
      body: { projects: projects.map(projectJson), next_cursor: nextCursor, server_time: now.toISOString() },
    };
  },
});

async function syncAnswer(ctx: Ctx, since: Date, query: ListProjectsQuery): Promise<ProjectSyncJson> {
  const { rows, nextCursor, syncFrom } = await syncProjects(ctx, since, query);
  return {
    projects: rows.map(changedProjectJson),
    sync_from: syncFrom.toISOString(),
    next_cursor: nextCursor,
    server_time: (await ctx.clock.now(ctx.db)).toISOString(),
  };
}

export const projectEndpoints = [create, list];
