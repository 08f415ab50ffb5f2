import { beforeAll, expect, test } from 'vitest';
import type { Ctx } from '#/lib/accounts/context.ts';
import { transaction } from '#/lib/accounts/transaction.ts';
import { isAppError } from '#/lib/core/errors.ts';
import { newId } from '#/lib/core/ids.ts';
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

test('a key that is taken is told as such', async () => {
  await insertTicket('API-1');
  await expect(insertTicket('api-1')).rejects.toMatchObject({ code: 'ticket_key_taken', status: 409 });
});

test('a constraint whose name only begins alike is another one', async () => {
  const error = await insertTicket('API 2').catch((reason: unknown) => reason);
  expect([error instanceof Error, isAppError(error)]).toEqual([true, false]);
});
