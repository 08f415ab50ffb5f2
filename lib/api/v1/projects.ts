import { z } from 'zod';
import { type OperationResponse, operation } from '#/lib/api/operations/operation.ts';
import { emptyInput } from '#/lib/core/empty-schemas.ts';
import { archiveProject } from '#/lib/tracking/projects/archive-project.ts';
import type { ProjectChange } from '#/lib/tracking/projects/change-project.ts';
import { createProject } from '#/lib/tracking/projects/create-project.ts';
import { editProject } from '#/lib/tracking/projects/edit-project.ts';
import { getProject } from '#/lib/tracking/projects/get-project.ts';
import { listProjects } from '#/lib/tracking/projects/list-projects.ts';
import { projectJson } from '#/lib/tracking/projects/project-json.ts';
import {
  type ChangeProjectJson,
  changeProjectResponse,
  createProjectInput,
  editProjectInput,
  listProjectsQuery,
  projectListResponse,
  projectNameInput,
  projectResponse,
} from '#/lib/tracking/projects/project-schemas.ts';
import { restoreProject } from '#/lib/tracking/projects/restore-project.ts';

const tag = 'Projects';
const params = z.strictObject({ project: projectNameInput.describe('Id, or name of one that is not archived.') });
const formerParams = { project: 'id' };
const UNKNOWN = ['project_not_found'] as const;
const NAME_PROBLEMS = ['project_name_taken'] as const;

const create = operation({
  operationId: 'createProject',
  method: 'post',
  path: '/projects',
  tag,
  summary: 'Create a project',
  description:
    'Two projects that are not archived can’t have the same name, upper and lower case alike: the response is then 409 `project_name_taken`.',
  permission: 'projects:write',
  body: createProjectInput,
  output: projectResponse,
  status: 201,
  problems: NAME_PROBLEMS,
  handler: async (ctx, { body }) => {
    const project = await createProject(ctx, body);
    const created = { project: projectJson(project), server_time: project.createdAt.toISOString() };
    return { status: 201, location: `/api/v1/projects/${project.id}`, body: created };
  },
});

const list = operation({
  operationId: 'listProjects',
  method: 'get',
  path: '/projects',
  tag,
  summary: 'List projects',
  description: 'By name, one page after the other.',
  permission: 'projects:read',
  query: listProjectsQuery,
  narrower: 'Ask for fewer with limit.',
  output: projectListResponse,
  problems: ['cursor_invalid'],
  handler: async (ctx, { query }) => {
    const { projects, nextCursor, work, now } = await listProjects(ctx, query);
    return {
      status: 200,
      body: {
        projects: projects.map((project) => projectJson(project, work)),
        next_cursor: nextCursor,
        server_time: now.toISOString(),
      },
    };
  },
});

const one = operation({
  operationId: 'getProject',
  method: 'get',
  path: '/projects/{project}',
  tag,
  summary: 'Get a project',
  description: '`time` needs `timers:read`, and `open_tickets` needs `tickets:read`.',
  permission: 'projects:read',
  params,
  narrower: 'Use /reports/summary with project_id and a shorter range.',
  output: projectResponse,
  problems: UNKNOWN,
  handler: async (ctx, { params }) => {
    const { project, work, now } = await getProject(ctx, params.project);
    return { status: 200, body: { project: projectJson(project, work), server_time: now.toISOString() } };
  },
});

const edit = operation({
  operationId: 'editProject',
  method: 'patch',
  path: '/projects/{project}',
  tag,
  summary: 'Rename a project',
  description: 'Everything recorded for it gets the new name.',
  permission: 'projects:write',
  params,
  body: editProjectInput,
  output: changeProjectResponse,
  problems: [...UNKNOWN, ...NAME_PROBLEMS],
  handler: async (ctx, { params, body }) => changeTimerBody(await editProject(ctx, params.project, body)),
});

const archive = operation({
  operationId: 'archiveProject',
  method: 'post',
  path: '/projects/{project}/archive',
  tag,
  summary: 'Archive a project',
  description: 'It is no longer offered for new time. Recorded time and tickets stay, and its name can be used again.',
  permission: 'projects:write',
  params,
  formerParams,
  body: emptyInput,
  output: changeProjectResponse,
  problems: UNKNOWN,
  handler: async (ctx, { params }) => changeTimerBody(await archiveProject(ctx, params.project)),
});

const restore = operation({
  operationId: 'restoreProject',
  method: 'post',
  path: '/projects/{project}/restore',
  tag,
  summary: 'Restore an archived project',
  description: 'Rejected if another project has its name now: rename one of the two first.',
  permission: 'projects:write',
  params,
  formerParams,
  body: emptyInput,
  output: changeProjectResponse,
  problems: [...UNKNOWN, ...NAME_PROBLEMS],
  handler: async (ctx, { params }) => changeTimerBody(await restoreProject(ctx, params.project)),
});

function changeTimerBody({ project, changed, now }: ProjectChange): OperationResponse<ChangeProjectJson> {
  return { status: 200, body: { project: projectJson(project), changed, server_time: now.toISOString() } };
}

export const projectOperations = [create, list, one, edit, archive, restore];
