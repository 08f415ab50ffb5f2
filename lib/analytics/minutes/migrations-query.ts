import type { Db } from '#/lib/db/client.ts';

/** The names of the migrations that this database has. */
export async function listAppliedMigrations(sql: Pick<Db, '$queryRaw'>): Promise<string[]> {
  const rows = await sql.$queryRaw<{ name: string }[]>`
    select migration_name::text as name from _prisma_migrations
    where finished_at is not null and rolled_back_at is null order by 1`;
  return rows.map(({ name }) => name);
}
