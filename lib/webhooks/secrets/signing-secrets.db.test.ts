import { beforeAll, expect, test } from 'vitest';
import { newId } from '#/lib/core/ids.ts';
import { listSigningSecrets } from '#/lib/webhooks/secrets/signing-secrets.ts';
import { testWorld, type World } from '#/test/world.ts';

let world: World;

beforeAll(async () => {
  world = await testWorld();
});

const signing = async (workspaceIds: string[], now?: Date) =>
  listSigningSecrets(world.db, workspaceIds, now ?? (await world.clock.now()));

async function newWorkspace(): Promise<string> {
  return (await world.member()).actor.workspaceId;
}

function addSecret(workspaceId: string, secret: string, createdAt: string, expiresAt: string | null) {
  return world.database.pool.query(
    'insert into webhook_secrets (id, workspace_id, secret, created_at, expires_at) values ($1, $2, $3, $4, $5)',
    [newId(), workspaceId, secret, createdAt, expiresAt],
  );
}

test('a workspace that has never signed gets a secret, and keeps it', async () => {
  const [one, other] = [await newWorkspace(), await newWorkspace()];
  const first = await signing([one, other]);
  expect(first.get(one)).toEqual([expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/)]);
  expect(first.get(one)).not.toEqual(first.get(other));
  world.clock.advance(1_000);
  expect(await signing([one, other])).toEqual(first);
});

test('fifty processes that first need a secret at once all sign with the same one', async () => {
  const ids = [await newWorkspace(), await newWorkspace(), await newWorkspace()];
  const calls = await Promise.all(Array.from({ length: 50 }, (_, n) => signing(n % 2 ? ids : ids.toReversed())));
  for (const id of ids) expect(new Set(calls.map((secrets) => secrets.get(id)?.join()))).toHaveLength(1);
});

test('secrets that still overlap follow the one in force, newest first, and expired ones are gone', async () => {
  const id = await newWorkspace();
  await addSecret(id, 'whsec_old', '2026-03-01T00:00:00Z', '2026-03-10T12:00:00.000Z');
  await addSecret(id, 'whsec_now', '2026-03-10T09:00:00Z', null);
  await addSecret(id, 'whsec_mid', '2026-03-09T00:00:00Z', '2026-03-10T12:00:00.001Z');
  const at = async (now: string) => (await signing([id], new Date(now))).get(id);
  expect(await at('2026-03-10T11:59:59.999Z')).toEqual(['whsec_now', 'whsec_mid', 'whsec_old']);
  expect(await at('2026-03-10T12:00:00.000Z')).toEqual(['whsec_now', 'whsec_mid']);
  expect(await at('2026-03-10T12:00:00.001Z')).toEqual(['whsec_now']);
});

test('a deleted workspace has no secrets, and does not affect the others', async () => {
  const [here, gone] = [await newWorkspace(), newId()];
  const secrets = await signing([gone, here]);
  expect(secrets.get(gone)).toEqual([]);
  expect(secrets.get(here)).toHaveLength(1);
  expect(await signing([])).toEqual(new Map());
});
