import { getOperations } from '#/lib/analytics/minutes/get-operations.ts';
import { operationsJson } from '#/lib/analytics/minutes/operations-json.ts';
import { operationsQuery, operationsResponse } from '#/lib/analytics/minutes/operations-schemas.ts';
import { operation } from '#/lib/api/operations/operation.ts';
import { readWatchSettings } from '#/lib/core/env.ts';
import { sharedReplica } from '#/lib/db/replica.ts';
import { CANARY_WORKSPACE } from '#/lib/engine/canary/canary.ts';

const get = operation({
  operationId: 'getOperations',
  method: 'get',
  path: '/operations',
  tag: 'Operations',
  summary: 'Get the health of the service',
  description:
    '`workspace` is yours. `service` is the whole service by the minute, as anonymous figures; only admins of the oldest workspace, which belongs to whoever set the service up, can see it.',
  permission: 'operations:read',
  query: operationsQuery,
  output: operationsResponse,
  handler: async (ctx, { query: { window } }) => {
    const operations = await getOperations(ctx, window, CANARY_WORKSPACE);
    const replica = operations.service && ((await sharedReplica()?.status()) ?? null);
    const { ALERT_LATENESS_MS: objectiveMs, CANARY_EVERY_SECONDS: canaryEverySeconds } = readWatchSettings();
    return { status: 200, body: operationsJson(operations, { window, objectiveMs, canaryEverySeconds, replica }) };
  },
});

export const serviceOperations = [get];
