import { migrate } from '#/lib/db/migrate.ts';
import { sqlTowardsSchema } from '#/scripts/check/read-schema-engine.ts';
import { ensureDatabase } from '#/scripts/database/ensure-database.ts';
import { startTestServer } from '#/test/database-server.ts';

/**
 * Whether prisma/migrations produce what prisma/schema.prisma describes; null when they do, else the SQL that is
 * missing.
 *
 * Prisma compares tables, columns, types, defaults, keys and plain indexes. It does not see CHECKs, exclusion
 * constraints, triggers, and indexes that are partial or over expressions, so those of 0002_guarantees don't count as
 * differences here; test/schema/catalog.db.test.ts reads them from the catalog.
 */
export async function findDrift(): Promise<string | null> {
  const server = await startTestServer();
  try {
    const name = 'drift';
    await ensureDatabase(server.url('postgres'), name);
    await migrate(server.url(name));
    const sql = await sqlTowardsSchema(server.url(name));
    const statements = sql.split('\n').filter((line) => line.trim() && !line.startsWith('--'));
    return statements.length > 0 ? sql.trim() : null;
  } finally {
    await server.stop();
  }
}
