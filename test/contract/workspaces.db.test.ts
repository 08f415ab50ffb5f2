import { beforeAll, describe, expect, test } from 'vitest';
import { BODY_EXAMPLES } from '#/lib/api/openapi/body-examples.ts';
import { type ApiResponse, apiFor } from '#/test/api-client.ts';
import { ROUTES, type Route } from '#/test/contract/routes.ts';
import { newScene, type Scene } from '#/test/contract/scene.ts';
import { thingsAt } from '#/test/contract/things.ts';
import { expectUnchanged } from '#/test/untouched.ts';
import { testWorld, type World } from '#/test/world.ts';

// Objects of another workspace look as if they didn't exist: tests every operation whose path contains an id.

let world: World;
let theirs: Scene;
let mine: Scene;

beforeAll(async () => {
  world = await testWorld();
  theirs = await newScene(world);
  mine = await newScene(world);
});

type Problem = Record<string, unknown> & { code: string };

function send({ api }: Scene, route: Route, ids: Record<string, string>): Promise<ApiResponse<Problem>> {
  const body = route.takesBody ? (BODY_EXAMPLES[route.operationId] ?? {}) : undefined;
  return api<Problem>(route.method, route.path(ids), body);
}

/** An error without the parts that differ between requests. */
function problemOf({ status, body: { request_id: _id, ...reported } }: ApiResponse<Problem>) {
  return { status, ...reported };
}

describe("the id of another workspace's thing behaves like an unknown one, and nothing changes", () => {
  test.each(ROUTES.filter(({ names }) => names.length > 0))('$name', async (route) => {
    const ids = await thingsAt(theirs, route.pattern);
    const outsider = await expectUnchanged(world, () => send(mine, route, ids));
    const nothing = await expectUnchanged(world, () => send(mine, route, {}));
    expect(outsider).toMatchObject({ status: 404, body: { code: expect.stringMatching(/^[a-z_]+_not_found$/) } });
    expect(problemOf(outsider)).toEqual(problemOf(nothing));
  });
});

describe('nor does it help to put one of your own ids before it', () => {
  test.each(ROUTES.filter(({ names }) => names.length > 1))('$name', async (route) => {
    const last = route.names.at(-1) ?? '';
    const [own, others] = [await thingsAt(mine, route.pattern), await thingsAt(theirs, route.pattern)];
    const { [last]: _mine, ...before } = own;
    const ids = { ...before, [last]: others[last] ?? '' };
    const outsider = await expectUnchanged(world, () => send(mine, route, ids));
    const nothing = await expectUnchanged(world, () => send(mine, route, before));
    expect(outsider.status).toBe(404);
    expect(problemOf(outsider)).toEqual(problemOf(nothing));
  });
});

describe('nor does a key give access to another workspace of its owner', () => {
  test.each(ROUTES.filter(({ names, method }) => names.length === 1 && method === 'GET'))('$name', async (route) => {
    const here = await world.member();
    await world.member({ workspaceId: theirs.owner.actor.workspaceId, userId: here.actor.userId, role: 'admin' });
    const ids = await thingsAt(theirs, route.pattern);
    const response = await (await apiFor(world, here))(route.method, route.path(ids));
    expect(response.status).toBe(404);
  });
});

describe('ids in a query or a body are only looked up in this workspace', () => {
  const ticketOf = (scene: Scene, key: string) =>
    scene.made('/tickets', { key }, (body: { ticket: { id: string } }) => body.ticket.id);
  const projectOf = (scene: Scene, name: string) =>
    scene.made('/projects', { name }, (body: { project: { id: string } }) => body.project.id);

  test.each([
    ['a start with their ticket', async () => start({ ticket_id: await ticketOf(theirs, 'T-1') }), 'ticket_not_found'],
    [
      'a start with their project',
      async () => start({ project_id: await projectOf(theirs, 'P') }),
      'project_not_found',
    ],
    ['a start with the key of their ticket', () => startWithTheirKey(), 'ticket_not_found'],
    ['the timers of their member', () => timersOf(theirs.owner.actor.userId), 'member_not_found'],
    ['transferring to their member', () => handOverTo(theirs.owner.actor.userId), 'member_not_found'],
  ])('%s', async (_what, request, code) => {
    const response = await request();
    expect(response).toMatchObject({ status: 404, body: { code } });
  });

  const start = (body: object) => expectUnchanged(world, () => mine.api('POST', '/timers/start', body));
  const timersOf = (userId: string) => mine.api('GET', `/timers?user_id=${userId}`);
  const handOverTo = (user_id: string) => mine.session('POST', '/workspace/transfer', { user_id });
  const startWithTheirKey = async () => {
    await ticketOf(theirs, 'ONLY-THEIRS');
    return start({ ticket_key: 'ONLY-THEIRS' });
  };
});
