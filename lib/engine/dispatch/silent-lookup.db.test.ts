import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SECOND_US } from '#/lib/core/micros.ts';
import { connect, type Db } from '#/lib/db/client.ts';
import { listSigningSecrets } from '#/lib/webhooks/secrets/signing-secrets.ts';
import { firingWorld } from '#/test/engine/firing.ts';
import { eventually } from '#/test/eventually.ts';
import { type SilentProxy, startSilentProxy } from '#/test/silent-proxy.ts';

const TIMEOUT_MS = 1_000;
/** How many attempts of a workspace one receiver gets at once, by the limits of `firingWorld`. */
const PER_ORIGIN = 16;
const WAITING = 4;

let scene: Awaited<ReturnType<typeof firingWorld>>;
let proxy: SilentProxy;
let db: Db;

beforeAll(async () => {
  scene = await firingWorld();
});
beforeEach(async () => {
  proxy = await startSilentProxy(scene.world.database.url);
  db = connect(proxy.url, 1, { timeoutMs: TIMEOUT_MS });
});
afterEach(async () => {
  await db.$disconnect();
  proxy.close();
});

/** Looks up secrets over the connection that goes silent, as a worker does over Prisma's; all else is the engine's. */
async function secrets(): Promise<string[]> {
  const found = await listSigningSecrets(db, [scene.workspaceId], await scene.world.clock.now());
  return found.get(scene.workspaceId) ?? [];
}

describe('a lookup of signing secrets on a connection that went silent', () => {
  test('makes no receiver slow: alarms that wait behind it are sent once it is given up, and its own are retried', async () => {
    const { firing, sent } = scene.engine(undefined, { secrets });
    await db.$queryRaw`select 1`;
    proxy.silenceOpen();
    const ids = await scene.addAll(PER_ORIGIN + WAITING, () => ({}));
    await firing.runOnce();
    expect(firing.inFlight).toBe(PER_ORIGIN);
    // So long that the receiver would count as slow, if it were what they wait for.
    scene.time.us += 5 * SECOND_US;
    await eventually(() => expect(sent).toHaveLength(WAITING));
    scene.time.us += SECOND_US;
    await eventually(async () => {
      await firing.runOnce();
      expect(sent.map(({ id }) => id).sort()).toEqual([...ids].sort());
    });
    await firing.stop(0);
  });
});
