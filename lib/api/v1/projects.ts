import { endpoint } from '#/lib/api/endpoint.ts';
import { createProject } from '#/lib/tracking/projects/create-project.ts';
import { listProjects } from '#/lib/tracking/projects/list-projects.ts';
import { projectJson } from '#/lib/tracking/projects/project-json.ts';
import {
  createProjectInput,
  listProjectsQuery,
  projectAnswer,
  projectListAnswer,
} from '#/lib/tracking/projects/project-schemas.ts';

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
  output: projectListAnswer,
  problems: { 400: ['cursor_invalid'] },
  handler: async (ctx, { query }) => {
    const { projects, nextCursor } = await listProjects(ctx, query);
    const now = await ctx.clock.now(ctx.db);
    return {
      status: 200,
      body: { projects: projects.map(projectJson), next_cursor: nextCursor, server_time: now.toISOString() },
    };
  },
});

export const projectEndpoints = [create, list];
