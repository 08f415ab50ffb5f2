import type { Db } from '#/lib/db/client.ts';

/** What `rate-limiter-flexible` needs to count in the table `throttles`, on Prisma's pool rather than one more. */
export function throttleTable(db: Db) {
  return { storeClient: queryable(db), storeType: 'client', tableName: 'throttles', tableCreated: true };
}

/** The part of a `pg` client that the limiter uses. */
function queryable(db: Db) {
  return {
    async query(statement: { text: string; values: unknown[] }) {
      const found = await db.$queryRawUnsafe<{ points?: number; expire?: bigint }[]>(
        statement.text,
        ...statement.values,
      );
      const rows = found.map((row) => ({ ...row, expire: Number(row.expire) }));
      return { rows, rowCount: rows.length };
    },
  };
}
