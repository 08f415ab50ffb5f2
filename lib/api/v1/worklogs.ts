import { z } from 'zod';
import { operation } from '#/lib/api/operations/operation.ts';
import { emptyInput } from '#/lib/core/empty-schemas.ts';
import { getWorklogs, type WorklogOverview } from '#/lib/tracking/worklogs/get-worklogs.ts';
import { removeWorklogs } from '#/lib/tracking/worklogs/remove-worklogs.ts';
import { retryWorklogs } from '#/lib/tracking/worklogs/retry-worklogs.ts';
import { setWorklogs } from '#/lib/tracking/worklogs/set-worklogs.ts';
import { testWorklogs } from '#/lib/tracking/worklogs/test-worklogs.ts';
import { worklogsJson } from '#/lib/tracking/worklogs/worklog-json.ts';
import { setWorklogsInput, testWorklogsResponse, worklogsResponse } from '#/lib/tracking/worklogs/worklog-schemas.ts';
import { guardedCalls } from '#/lib/webhooks/sending/guarded-calls.ts';

const tag = 'Ticket sources';
const permission = 'workspace:manage';
const params = z.strictObject({ id: z.uuid() });
const NOT_FOUND = ['ticket_source_not_found'] as const;
const NOT_SET_UP = ['worklogs_not_set_up'] as const;

function bodyOf(overview: WorklogOverview) {
  return { worklogs: worklogsJson(overview), server_time: overview.now.toISOString() };
}

const get = operation({
  operationId: 'getWorklogs',
  method: 'get',
  path: '/ticket-sources/{id}/worklogs',
  tag,
  summary: 'Get the worklog settings of a tracker',
  description: 'Also how many were pushed, and which failed and why. `state` is `off` until they are set up.',
  permission,
  params,
  output: worklogsResponse,
  single: true,
  problems: NOT_FOUND,
  handler: async (ctx, { params }) => ({ status: 200, body: bodyOf(await getWorklogs(ctx, params.id)) }),
});

const set = operation({
  operationId: 'setWorklogs',
  method: 'put',
  path: '/ticket-sources/{id}/worklogs',
  tag,
  summary: 'Push worklogs to GitLab or Jira',
  description:
    'Off until turned on. Each ended session on a ticket of the source has one worklog for each of its owner’s days, in whole minutes, which is updated or removed when the session changes. Includes only sessions that end from then on, and days from `from_date` on.',
  permission,
  params,
  body: setWorklogsInput,
  output: worklogsResponse,
  problems: [...NOT_FOUND, 'worklogs_pushed'],
  handler: async (ctx, { params, body }) => ({
    status: 200,
    body: bodyOf(await setWorklogs(ctx, params.id, body, guardedCalls())),
  }),
});

const test = operation({
  operationId: 'testWorklogs',
  method: 'post',
  path: '/ticket-sources/{id}/worklogs/test',
  tag,
  summary: 'Test the connection to a tracker',
  description:
    'Asks the tracker whose token it is, and changes nothing. Takes no `Idempotency-Key`. A workspace can run two tests at once.',
  permission,
  params,
  body: emptyInput,
  output: testWorklogsResponse,
  repeats: true,
  problems: [...NOT_FOUND, ...NOT_SET_UP, 'too_many_tests'],
  handler: async (ctx, { params }) => {
    const { account, error, now } = await testWorklogs(ctx, params.id, guardedCalls());
    return { status: 200, body: { test: { ok: error === null, account, error }, server_time: now.toISOString() } };
  },
});

const retry = operation({
  operationId: 'retryWorklogs',
  method: 'post',
  path: '/ticket-sources/{id}/worklogs/retry',
  tag,
  summary: 'Retry failed worklogs',
  description: 'Retries failed and waiting worklogs. Resumes pushing if it is paused.',
  permission,
  params,
  body: emptyInput,
  output: worklogsResponse,
  problems: [...NOT_FOUND, ...NOT_SET_UP],
  handler: async (ctx, { params }) => ({ status: 200, body: bodyOf(await retryWorklogs(ctx, params.id)) }),
});

const remove = operation({
  operationId: 'removeWorklogs',
  method: 'post',
  path: '/ticket-sources/{id}/worklogs/remove',
  tag,
  summary: 'Remove all pushed worklogs',
  description:
    'Everything that the source has pushed is removed from the tracker, in the background, and nothing more is pushed. `state` is `removing` until all are gone, then `off`.',
  permission,
  params,
  body: emptyInput,
  output: worklogsResponse,
  problems: [...NOT_FOUND, ...NOT_SET_UP],
  handler: async (ctx, { params }) => ({ status: 200, body: bodyOf(await removeWorklogs(ctx, params.id)) }),
});

export const worklogOperations = [get, set, test, retry, remove];
