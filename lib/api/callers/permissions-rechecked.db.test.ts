import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApiKey } from '#/lib/accounts/api-keys/create-api-key.ts';
import { editApiKey } from '#/lib/accounts/api-keys/edit-api-key.ts';
import { editSettings } from '#/lib/accounts/users/edit-settings.ts';
import { createWorkspace } from '#/lib/accounts/workspaces/create-workspace.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { inKeyedMutex } from '#/lib/context/in-keyed-mutex.ts';
import { stillAllowed } from '#/lib/context/still-allowed.ts';
import { editMember } from '#/lib/tracking/members/edit-member.ts';
import { removeMember } from '#/lib/tracking/members/remove-member.ts';
import { createTicket } from '#/lib/tracking/tickets/create-ticket.ts';
import { startTimer } from '#/lib/tracking/timers/start-timer.ts';
import { stopTimer } from '#/lib/tracking/timers/stop-timer.ts';
import { startTimerInput } from '#/lib/tracking/timers/timer-input-schemas.ts';
import { editWorkspace } from '#/lib/tracking/workspaces/edit-workspace.ts';
import { rotateSecret } from '#/lib/webhooks/secrets/rotate-secret.ts';
import { DEFAULT_OVERLAP_MS } from '#/lib/webhooks/secrets/webhook-secret.ts';
import { expectUnchanged } from '#/test/untouched.ts';
import { testWorld, type World } from '#/test/world.ts';

let world: World;
let owner: Ctx;
let eve: Ctx;

beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  owner = await world.member();
  eve = await world.member({ workspaceId: owner.actor.workspaceId });
});

const remove = () => removeMember(owner, { user_id: eve.actor.userId });
const change = (edit: { role?: 'member'; disabled?: boolean }) =>
  editMember(owner, { user_id: eve.actor.userId, ...edit });
const newKey = (ctx: Ctx, scopes: 'alarms:read' | 'members:manage') =>
  createApiKey(ctx, { name: 'ci', scopes: [scopes], expires_in_days: null });

/** Sends while the person's mutex is held, makes a change meanwhile, and returns the response. */
async function queued<T>(ctx: Ctx, send: () => Promise<T>, meanwhile: () => Promise<unknown>): Promise<T> {
  const held = Promise.withResolvers<void>();
  const before = inKeyedMutex(ctx.db, ctx.actor.userId, () => held.promise);
  const response = send();
  await meanwhile();
  held.resolve();
  await before;
  return response;
}

describe('a caller removed or disabled after authentication can’t', () => {
  test.each<[string, (ctx: Ctx) => Promise<unknown>]>([
    ['make an API key', (ctx) => newKey(ctx, 'alarms:read')],
    ['make a ticket', (ctx) => createTicket(ctx, { key: 'API-1', title: 'One' })],
    ['change the workspace', (ctx) => editWorkspace(ctx, { timers_disabled: true })],
    ['rotate the secret', (ctx) => rotateSecret(ctx, DEFAULT_OVERLAP_MS)],
    ['start a timer', (ctx) => startTimer(ctx, startTimerInput.parse({}))],
    ['make a workspace from here', (ctx) => createWorkspace(ctx, { name: 'Own' })],
    ['change their settings from here', (ctx) => editSettings(ctx, { name: 'Eve' })],
  ])('%s', async (_what, verb) => {
    await change({ disabled: true });
    await expectUnchanged(world, () => expect(verb(eve)).rejects.toMatchObject({ code: 'forbidden', status: 403 }));
    await change({ disabled: false });
    await remove();
    await expectUnchanged(world, () => expect(verb(eve)).rejects.toMatchObject({ code: 'forbidden', status: 403 }));
  });
});

describe('a caller demoted from admin to member after authentication', () => {
  test('can’t do what admins do', async () => {
    await change({ role: 'member' });
    await expectUnchanged(world, async () => {
      await expect(editWorkspace(eve, { timers_disabled: true })).rejects.toMatchObject({
        code: 'forbidden',
        extra: { required_scope: 'workspace:manage' },
        detail: /Your role, member/,
      });
    });
    await expectUnchanged(world, () =>
      expect(rotateSecret({ ...eve, granted: new Set() }, DEFAULT_OVERLAP_MS)).rejects.toMatchObject({
        code: 'forbidden',
      }),
    );
    await expectUnchanged(world, () =>
      expect(newKey({ ...eve, granted: new Set() }, 'members:manage')).rejects.toMatchObject({
        code: 'scopes_exceeded',
      }),
    );
  });

  test('can do nothing in a context that lost its granted permissions', async () => {
    await change({ role: 'member' });
    const { granted: _, ...forgetful } = eve;
    await expectUnchanged(world, () =>
      expect(newKey(forgetful, 'alarms:read')).rejects.toMatchObject({ code: 'forbidden', status: 403 }),
    );
  });

  test('can stop their running timer', async () => {
    const { timer } = await startTimer(eve, startTimerInput.parse({}));
    await change({ role: 'member' });
    expect((await stopTimer(eve, { id: timer.id, ifMatch: null })).timer.status).toBe('stopped');
  });
});

describe('a request that waits for the mutex does nothing', () => {
  test.each<[string, (ctx: Ctx) => Promise<unknown>]>([
    ['make a ticket', (ctx) => createTicket(ctx, { key: 'API-1', title: 'One' })],
    ['change the workspace', (ctx) => editWorkspace(ctx, { timers_disabled: true })],
    ['make an API key', (ctx) => newKey(ctx, 'alarms:read')],
  ])('once its sender was removed: %s', async (_what, verb) => {
    const late = queued(eve, () => verb(eve), remove);
    await expect(late).rejects.toMatchObject({ code: 'forbidden', status: 403 });
  });

  test('once its API key was revoked', async () => {
    const { key } = await newKey(eve, 'alarms:read');
    const ci: Ctx = {
      ...eve,
      granted: new Set(),
      actor: { ...eve.actor, credential: { kind: 'api_key', apiKeyId: key.id } },
    };
    const other = await world.member({ userId: eve.actor.userId });
    const revoke = () => world.db.apiKey.update({ where: { id: key.id }, data: { revokedAt: new Date() } });
    await expect(queued(other, () => createTicket(ci, { key: 'API-1', title: 'One' }), revoke)).rejects.toMatchObject({
      code: 'unauthenticated',
      status: 401,
    });
  });

  test('once the scope that it needs was removed from its API key', async () => {
    const { key } = await createApiKey(eve, {
      name: 'ci',
      scopes: ['alarms:read', 'tickets:write'],
      expires_in_days: null,
    });
    const scopes = new Set(key.scopes);
    const ci: Ctx = {
      ...eve,
      granted: new Set(),
      actor: { ...eve.actor, scopes, credential: { kind: 'api_key', apiKeyId: key.id } },
    };
    const other = await world.member({ userId: eve.actor.userId });
    const narrow = () => world.db.apiKey.update({ where: { id: key.id }, data: { scopes: ['alarms:read'] } });
    const late = queued(other, () => createTicket(ci, { key: 'API-1', title: 'One' }), narrow);
    await expect(late).rejects.toMatchObject({ code: 'forbidden', extra: { required_scope: 'tickets:write' } });
    expect(await world.db.ticket.count({ where: { workspaceId: eve.actor.workspaceId } })).toBe(0);
  });

  test('beyond its permissions at authentication, although its API key was given more', async () => {
    const { key } = await createApiKey(owner, { name: 'ci', scopes: ['alarms:read'], expires_in_days: null });
    const scopes = new Set(key.scopes);
    const ci: Ctx = {
      ...owner,
      granted: new Set(),
      actor: { ...owner.actor, scopes, credential: { kind: 'api_key', apiKeyId: key.id } },
    };
    await editApiKey(owner, { id: key.id, ifMatch: null }, { scopes: ['alarms:read', 'members:manage'] });
    expect([...(await stillAllowed(world.db, ci)).scopes]).toEqual(['alarms:read']);
  });
});
