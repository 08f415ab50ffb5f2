import type pg from 'pg';
import { newId } from '#/lib/core/ids.ts';

/**
 * Prepares a restored database before anyone may use it: puts its engine on hold for `reason`, and adjusts values that
 * depend on transactions or days to this cluster and to now. The tables are those of this version.
 */
export async function prepareRestored(client: pg.Client, reason: string): Promise<void> {
  await adoptEvents(client);
  await hold(client, reason);
  await keepJobs(client);
  await client.query('analyze');
}

/**
 * Cursors of the feed count transactions of the cluster. If this cluster's transaction ids are lower than the backup's,
 * its events would be delivered only once it catches up, and then as new ones (docs/decisions/0012).
 */
async function adoptEvents(client: pg.Client): Promise<void> {
  await client.query('begin');
  await client.query('alter table events disable trigger events_append_only');
  await client.query(`update events set xid = '1' where xid >= pg_snapshot_xmax(pg_current_snapshot())`);
  await client.query('alter table events enable trigger events_append_only');
  await client.query(
    `update feed_retention set through_xid = '0' where through_xid >= pg_snapshot_xmax(pg_current_snapshot())`,
  );
  await client.query('commit');
}

/** A new hold even if the backup was taken during one: only one is in force at a time, and this one has the reason. */
async function hold(client: pg.Client, reason: string): Promise<void> {
  await client.query('update engine_holds set released_at = greatest(began_at, now()) where released_at is null');
  await client.query('insert into engine_holds (id, reason) values ($1, $2)', [newId(), reason.slice(0, 200)]);
}

/** Waiting mails and similar jobs: pg-boss deletes jobs not fetched for 14 days, and the backup may be as old. */
async function keepJobs(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ made: boolean }>(`select to_regclass('pgboss.job') is not null as made`);
  if (!rows[0]?.made) return;
  await client.query(
    `update pgboss.job set keep_until = greatest(keep_until, now() + interval '14 days') where state < 'active'`,
  );
}
