import { PgBoss } from 'pg-boss';
import { beforeAll, expect, test } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { holdEngine } from '#/lib/engine/hold/hold-engine.ts';
import { countInFlight } from '#/lib/engine/hold/in-flight-query.ts';
import { enqueue } from '#/lib/jobs/enqueue.ts';
import { WRITE_EXPORT } from '#/lib/jobs/export.ts';
import { SEND_MAIL } from '#/lib/jobs/mail.ts';
import { eventually } from '#/test/eventually.ts';
import { testWorld, type World } from '#/test/world.ts';
import { workOn } from '#/worker/handlers/work-on.ts';

let world: World;
let system: Omit<Ctx, 'actor'>;
beforeAll(async () => {
  world = await testWorld();
  system = { db: world.db, clock: world.clock, requestId: null };
});

const query = async (text: string) => (await world.database.pool.query(text)).rows;
const job = async (name: string) =>
  (
    await query(
      `select state, retry_count, start_after > now() as "isLater" from pgboss.job where name = '${name}' and state <> 'completed'`,
    )
  )[0];

test('during a hold mails go back into their queue, uncounted, to be sent after it, and exports continue', async () => {
  const boss = new PgBoss({ connectionString: world.database.url, max: 2, supervise: false, schedule: false });
  world.database.onClose(() => boss.stop({ graceful: true }));
  await boss.start();
  const done: string[] = [];
  const work = (name: string) => async () => {
    // A job that was allowed to run is in flight until it has ended.
    expect(await countInFlight(world.db)).toMatchObject({ jobs: name === 'mail' ? 1 : 0 });
    done.push(name);
  };
  await transaction(system, async (inner) => {
    await enqueue(inner, SEND_MAIL, { to: 'maya@acme.dev', subject: 'Hello', text: '' });
    await enqueue(inner, WRITE_EXPORT, { exportId: '00000000-0000-4000-8000-000000000000' });
  });
  await holdEngine(system, 'a restored backup');
  await workOn(boss, system, SEND_MAIL, work('mail'));
  await workOn(boss, system, WRITE_EXPORT, work('export'));
  await eventually(async () => {
    expect(done).toEqual(['export']);
    expect(await job(SEND_MAIL.name)).toEqual({ state: 'created', retry_count: 0, isLater: true });
  });
  await query("update engine_holds set released_at = clock_timestamp() + interval '1 s'");
  await query(`update pgboss.job set start_after = now() where name = '${SEND_MAIL.name}'`);
  await eventually(() => expect(done).toEqual(['export', 'mail']));
  await eventually(async () => expect(await job(SEND_MAIL.name)).toBeUndefined());
});
