import { beforeAll, expect, test } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { isAppError } from '#/lib/core/errors.ts';
import { newId } from '#/lib/core/ids.ts';
import type { Tx } from '#/lib/db/client.ts';
import { testWorld, type World } from '#/test/world.ts';

let world: World;
let maya: Ctx;
beforeAll(async () => {
  world = await testWorld();
  maya = await world.member();
});

function insertTicket(key: string) {
  const { workspaceId } = maya.actor;
  return transaction(maya, ({ tx }) => tx.ticket.create({ data: { id: newId(), workspaceId, key, title: '' } }));
}

test('a key in use is reported as such', async () => {
  await insertTicket('API-1');
  await expect(insertTicket('api-1')).rejects.toMatchObject({ code: 'ticket_key_taken', status: 409 });
});

test('a constraint whose name only has the same beginning is not confused with it', async () => {
  const error = await insertTicket('API 2').catch((reason: unknown) => reason);
  expect([error instanceof Error, isAppError(error)]).toEqual([true, false]);
});

test.each([
  ['a second owner', 'owner_must_transfer', (tx: Tx) => join(tx, { role: 'owner' })],
  ['no owner', 'owner_must_transfer', (tx: Tx) => tx.membership.delete({ where: own() })],
  [
    'a demoted owner',
    'owner_must_transfer',
    (tx: Tx) => tx.membership.update({ where: own(), data: { role: 'member' } }),
  ],
  [
    'a disabled owner',
    'owner_must_transfer',
    (tx: Tx) => tx.membership.update({ where: own(), data: { disabledAt: new Date() } }),
  ],
  ['a member twice', 'already_member', (tx: Tx) => join(tx, { role: 'member', userId: maya.actor.userId })],
])('a workspace with %s is rejected with a message', async (_what, code, change) => {
  const changed = transaction(maya, async ({ tx }) => change(tx));
  await expect(changed).rejects.toMatchObject({ code, status: 409 });
});

function own() {
  const { workspaceId, userId } = maya.actor;
  return { workspaceId_userId: { workspaceId, userId } };
}

async function join(tx: Tx, { role, userId }: { role: 'owner' | 'member'; userId?: string }) {
  const { workspaceId } = maya.actor;
  const id = userId ?? (await world.member()).actor.userId;
  await tx.membership.create({ data: { workspaceId, userId: id, role } });
}
