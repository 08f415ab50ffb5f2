import { beforeAll, beforeEach, expect, test } from 'vitest';
import { actorOfSession } from '#/lib/accounts/sessions/authenticate-session.ts';
import type { SessionToken } from '#/lib/accounts/sessions/session-schemas.ts';
import { startSession } from '#/lib/accounts/sessions/start-session.ts';
import { switchWorkspace } from '#/lib/accounts/workspaces/switch-workspace.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { expectUnchanged } from '#/test/untouched.ts';
import { testWorld, type World } from '#/test/world.ts';

let world: World;
let home: Ctx;
let team: Ctx;
let token: SessionToken;

beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  const person = await world.member();
  const owner = await world.member();
  team = await world.member({
    workspaceId: owner.actor.workspaceId,
    userId: person.actor.userId,
    role: 'member',
  });
  token = await signIn(person);
  home = { ...person, actor: { ...person.actor, credential: { kind: 'session', sessionId: token.sid } } };
});

const signIn = (ctx: Ctx) =>
  startSession(world, { userId: ctx.actor.userId, device: { userAgent: null, address: null }, days: 30 });
const actor = (of = token) => actorOfSession(world, of);
const goTo = (ctx: Ctx) => switchWorkspace(home, { workspace_id: ctx.actor.workspaceId });
const setDisabled = (isDisabled: boolean) =>
  world.db.membership.update({
    where: { workspaceId_userId: { workspaceId: team.actor.workspaceId, userId: team.actor.userId } },
    data: { disabledAt: isDisabled ? new Date() : null },
  });

test('a session is in the oldest workspace until another one is chosen, with the person’s role there', async () => {
  expect(await actor()).toMatchObject({ workspaceId: home.actor.workspaceId, role: 'owner' });
  expect(await goTo(team)).toMatchObject({ id: team.actor.workspaceId, role: 'member' });
  const now = await actor();
  expect(now).toMatchObject({ workspaceId: team.actor.workspaceId, role: 'member' });
  expect(now?.scopes.has('members:manage')).toBe(false);
  await goTo(home);
  expect(await actor()).toMatchObject({ workspaceId: home.actor.workspaceId, role: 'owner' });
});

test('other sessions of the person stay where they are', async () => {
  const other = await signIn(home);
  await goTo(team);
  expect(await actor(other)).toMatchObject({ workspaceId: home.actor.workspaceId });
});

test('switching is rejected for a workspace where the person is not a member or is disabled, and for an unknown one', async () => {
  const outsider = await world.member();
  await setDisabled(true);
  for (const workspace_id of [
    outsider.actor.workspaceId,
    team.actor.workspaceId,
    '0190f5fe-7c00-7a00-8000-000000000001',
  ]) {
    await expectUnchanged(world, () =>
      expect(switchWorkspace(home, { workspace_id })).rejects.toMatchObject({
        code: 'workspace_not_found',
        status: 404,
      }),
    );
  }
});

test('a person disabled in their workspace continues in the oldest open one, and returns when enabled', async () => {
  await goTo(team);
  await setDisabled(true);
  expect(await actor()).toMatchObject({ workspaceId: home.actor.workspaceId });
  await setDisabled(false);
  expect(await actor()).toMatchObject({ workspaceId: team.actor.workspaceId });
});

test('an API key cannot switch', async () => {
  const byKey: Ctx = { ...home, actor: { ...home.actor, credential: { kind: 'api_key', apiKeyId: token.sid } } };
  await expect(async () => switchWorkspace(byKey, { workspace_id: team.actor.workspaceId })).rejects.toMatchObject({
    code: 'session_required',
  });
});

test('the workspace that is entered gets one event for each switch', async () => {
  const events = async (ctx: Ctx) =>
    (await world.db.event.findMany({ where: { workspaceId: ctx.actor.workspaceId, type: 'session.switched' } })).length;
  // Both were authenticated before either changed anything.
  await Promise.all([goTo(team), goTo(team)]);
  expect([await events(home), await events(team)]).toEqual([0, 1]);
  await goTo(home);
  expect([await events(home), await events(team)]).toEqual([1, 1]);
});
