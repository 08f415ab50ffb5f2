import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SECOND_US } from '#/lib/core/micros.ts';
import { connect } from '#/lib/db/client.ts';
import { openSqlPool, type Sql } from '#/lib/db/sql.ts';
import { listSigningSecrets } from '#/lib/webhooks/secrets/signing-secrets.ts';
import { firingWorld, type Options } from '#/test/engine/firing.ts';
import { eventually } from '#/test/eventually.ts';
import { type SilentProxy, startSilentProxy } from '#/test/silent-proxy.ts';

const TIMEOUT_MS = 1_000;
/** How many attempts of a workspace one receiver gets at once, by the limits of `firingWorld`. */
const PER_ORIGIN = 16;
const WAITING = 4;
/** Claimed without its body, which is read when it is sent. */
const LARGE = JSON.stringify({ text: 'a'.repeat(60_000) });

let scene: Awaited<ReturnType<typeof firingWorld>>;
let proxy: SilentProxy;

beforeAll(async () => {
  scene = await firingWorld();
});
beforeEach(async () => {
  proxy = await startSilentProxy(scene.world.database.url);
});
afterEach(() => proxy.close());

type Lookup = { engine: Options; open: () => Promise<unknown>; close: () => Promise<void> };

/** Looks up secrets over the connection that goes silent, as a worker does over Prisma's; all else is the engine's. */
function ofSecrets(): Lookup {
  const db = connect(proxy.url, 1, { timeoutMs: TIMEOUT_MS });
  const secrets = async () => {
    const found = await listSigningSecrets(db, [scene.workspaceId], await scene.world.clock.now());
    return found.get(scene.workspaceId) ?? [];
  };
  return { engine: { secrets }, open: () => db.$queryRaw`select 1`, close: () => db.$disconnect() };
}

/** Reads large bodies over the connection that goes silent. */
function ofBodies(): Lookup {
  const silent = openSqlPool(proxy.url, 1, TIMEOUT_MS);
  const sql =
    (own: Sql): Sql =>
    (statement, values) =>
      (statement.name === 'load_bodies' ? silent.sql : own)(statement, values);
  const open = () => silent.sql({ name: 'open', text: 'select 1' }, []);
  return { engine: { sql }, open, close: silent.close };
}

describe('on a connection that went silent', () => {
  test.each([
    ['a lookup of signing secrets', ofSecrets, '{}'],
    ['a read of large bodies', ofBodies, LARGE],
  ])(
    '%s makes no receiver slow: alarms behind it are sent, and its own are retried',
    async (_what, lookup, payload) => {
      const { engine, open, close } = lookup();
      const { firing, sent } = scene.engine(undefined, engine);
      await open();
      proxy.silenceOpen();
      const ids = await scene.addAll(PER_ORIGIN + WAITING, () => ({ payload }));
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
      await close();
    },
  );
});
