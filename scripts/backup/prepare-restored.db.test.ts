import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { prepareRestored } from '#/scripts/backup/prepare-restored.ts';
import { testDatabase } from '#/test/database.ts';

const { url } = await testDatabase();
let client: pg.Client;
beforeEach(async () => {
  client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('truncate engine_holds');
});
afterEach(() => client.end());

const holds = async () =>
  (await client.query('select reason, released_at is null as "isInForce" from engine_holds order by reason')).rows;

test('a restored database is on hold', async () => {
  await prepareRestored(client, 'restored from timers.dump');
  expect(await holds()).toEqual([{ reason: 'restored from timers.dump', isInForce: true }]);
});

test('a backup taken during a hold is put on hold for the restore, even if its hold began after now', async () => {
  await client.query(
    `insert into engine_holds (id, reason, began_at) values (gen_random_uuid(), 'maintenance', now() + interval '1 hour')`,
  );
  await prepareRestored(client, 'restored from timers.dump');
  expect(await holds()).toEqual([
    { reason: 'maintenance', isInForce: false },
    { reason: 'restored from timers.dump', isInForce: true },
  ]);
});

test('jobs waiting in a backup of last month are kept for 14 more days, and ended ones are not', async () => {
  const boss = new PgBoss({ connectionString: url, max: 1, supervise: false, schedule: false });
  await boss.start();
  await boss.createQueue('send-mail');
  await boss.stop({ graceful: false });
  await client.query(
    `insert into pgboss.job (name, state, keep_until)
     select 'send-mail', state::pgboss.job_state, now() - interval '1 month'
     from unnest(array['created', 'retry', 'active', 'completed']) as state`,
  );
  await prepareRestored(client, 'restored');
  const { rows } = await client.query(
    `select state from pgboss.job where keep_until > now() + interval '13 days' order by state`,
  );
  expect(rows).toEqual([{ state: 'created' }, { state: 'retry' }]);
});
