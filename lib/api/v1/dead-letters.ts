import { listedAlarmJson, serverTime } from '#/lib/alarms/alarms/alarm-json.ts';
import { listDeadLettersQuery, redriveDeadLettersInput } from '#/lib/alarms/alarms/alarm-query-schemas.ts';
import { deadLetterCountResponse, deadLetterListResponse, redriveResponse } from '#/lib/alarms/alarms/alarm-schemas.ts';
import { attemptJson } from '#/lib/alarms/attempts/attempt-json.ts';
import { countDeadLetters } from '#/lib/alarms/dead-letters/count-dead-letters.ts';
import { listDeadLetters } from '#/lib/alarms/dead-letters/list-dead-letters.ts';
import { redriveDeadLetters } from '#/lib/alarms/dead-letters/redrive-dead-letters.ts';
import { operation } from '#/lib/api/operations/operation.ts';

const tag = 'Alarms';
const NARROWER = 'Choose a shorter time range with finished_from and finished_to, or leave out name.';

const list = operation({
  operationId: 'listDeadLetters',
  method: 'get',
  path: '/dead-letters',
  tag,
  summary: 'List dead letters',
  description:
    'Each with its last attempt: the response, or the network error; without headers and payload. With `name`, a page looks through at most 10,000 dead letters: it may have fewer than `limit`, or none, and `next_cursor` goes on from there.',
  permission: 'alarms:read',
  query: listDeadLettersQuery,
  output: deadLetterListResponse,
  reads: ({ query }) => (query.name === undefined ? 'read' : 'search'),
  narrower: NARROWER,
  problems: ['cursor_invalid'],
  handler: async (ctx, { query }) => {
    const page = await listDeadLetters(ctx, query);
    const alarms = page.alarms.map((alarm) => {
      const last = page.lastAttempts.get(alarm.id);
      return { ...listedAlarmJson(alarm, page.nowUs), last_attempt: last ? attemptJson(last, alarm.dueUs) : null };
    });
    return { status: 200, body: { alarms, next_cursor: page.nextCursor, server_time: serverTime(page.nowUs) } };
  },
});

const count = operation({
  operationId: 'countDeadLetters',
  method: 'get',
  path: '/dead-letters/count',
  tag,
  summary: 'Count dead letters',
  description: 'Counted up to 1,000; `more` says that there are more. Cheap enough to ask for on every page.',
  permission: 'alarms:read',
  output: deadLetterCountResponse,
  handler: async (ctx) => {
    const { count, isAll, nowUs } = await countDeadLetters(ctx);
    return { status: 200, body: { count, more: !isAll, server_time: serverTime(nowUs) } };
  },
});

const redrive = operation({
  operationId: 'redriveDeadLetters',
  method: 'post',
  path: '/dead-letters/redrive',
  tag,
  summary: 'Redrive dead letters by filter',
  description: 'With `dry_run` it only counts them. They keep their ids, so receivers can recognize repeats.',
  permission: 'alarms:write',
  body: redriveDeadLettersInput,
  output: redriveResponse,
  reads: ({ body }) => (body.dry_run ? 'search' : null),
  searches: ({ body }) => !body.dry_run && body.name !== undefined,
  narrower: NARROWER,
  handler: async (ctx, { body }) => {
    const { count, isAll, nowUs } = await redriveDeadLetters(ctx, body);
    return { status: 200, body: { count, more: !isAll, dry_run: body.dry_run, server_time: serverTime(nowUs) } };
  },
});

export const deadLetterOperations = [list, count, redrive];
