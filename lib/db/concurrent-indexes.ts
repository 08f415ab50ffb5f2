import type { Client } from 'pg';

// Building an index over a large table takes minutes, during which no one could write to it. `CONCURRENTLY` allows
// writes, but can't run in a transaction, and leaves an invalid index if it is cut off. docs/decisions/0035.

type Missing = { parent: string; partition: string; definition: string; child: string };

/**
 * Matches a migration with this single statement. A script of several runs as one transaction, in which Postgres
 * rejects it.
 */
const CONCURRENTLY =
  /^(?:create\s+(?:unique\s+)?|drop\s+)index\s+concurrently\s+(?:if\s+(?:not\s+)?exists\s+)?"?(\w+)"?/i;
/** `undefined_table` and `undefined_object`. */
const IS_DROPPED = new Set(['42P01', '42704']);

/** The index that a migration builds or drops concurrently, outside a transaction; null for any other migration. */
export function concurrentIndexOf(sql: string): string | null {
  const statement = sql.replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\//g, '').trim();
  return CONCURRENTLY.exec(statement)?.[1] ?? null;
}

/**
 * Builds or drops an index while others write. What an interrupted attempt left behind is dropped first. Waits for open
 * transactions, with a lock that blocks neither readers nor writers.
 */
export async function runConcurrently(client: Client, index: string, sql: string): Promise<void> {
  await disableTimeouts(client);
  await dropInvalid(client, index);
  await client.query(sql);
}

/**
 * Builds the indexes of a table that its partitions lack, one partition after the other. A migration declares such an
 * index by `CREATE INDEX … ON ONLY`, which takes no time; new partitions have it from then on. A partition that is
 * dropped meanwhile needs none. `patiently` runs a step that may have to be repeated until it gets its lock.
 */
export async function completePartitionedIndexes(
  client: Client,
  patiently: (step: () => Promise<void>) => Promise<void>,
): Promise<void> {
  for (let next = await findMissing(client); next; next = await findMissing(client)) {
    const missing = next;
    await patiently(() => unlessDropped(() => buildChild(client, missing)));
    await patiently(() => unlessDropped(() => attachChild(client, missing)));
  }
}

async function buildChild(client: Client, { partition, definition, child }: Missing): Promise<void> {
  await disableTimeouts(client);
  await dropInvalid(client, child);
  await client.query(
    definition.replace(
      /^CREATE (UNIQUE )?INDEX \S+ ON ONLY \S+ /,
      (_start, unique = '') => `CREATE ${unique}INDEX CONCURRENTLY IF NOT EXISTS ${child} ON ${partition} `,
    ),
  );
}

async function attachChild(client: Client, { parent, child }: Missing): Promise<void> {
  await client.query(`alter index ${parent} attach partition ${child}`);
}

async function unlessDropped(step: () => Promise<void>): Promise<void> {
  try {
    await step();
  } catch (error) {
    if (!IS_DROPPED.has((error as { code?: string }).code ?? '')) throw error;
  }
}

/** A partition that is half detached can't be given an index anymore. */
async function findMissing(client: Client): Promise<Missing | undefined> {
  const { rows } = await client.query<Missing>(`
    select parent.oid::regclass::text as parent, part.oid::regclass::text as partition, pg_get_indexdef(parent.oid) as definition,
           quote_ident(left(part.relname || '_' || parent.relname, 63)) as child
    from pg_index join pg_class as parent on parent.oid = pg_index.indexrelid
      join pg_inherits as of_table on of_table.inhparent = pg_index.indrelid and not of_table.inhdetachpending
      join pg_class as part on part.oid = of_table.inhrelid
    where parent.relkind = 'I' and not pg_index.indisvalid and not exists (
      select from pg_inherits as of_index join pg_index as child on child.indexrelid = of_index.inhrelid
      where of_index.inhparent = parent.oid and child.indrelid = part.oid)
    order by 1, 2 limit 1`);
  return rows[0];
}

async function dropInvalid(client: Client, index: string): Promise<void> {
  const { rows } = await client.query('select from pg_index where indexrelid = to_regclass($1) and not indisvalid', [
    index,
  ]);
  if (rows.length > 0) await client.query(`drop index concurrently ${index}`);
}

/** Whatever the default of the role or the database is. */
async function disableTimeouts(client: Client): Promise<void> {
  await client.query('set lock_timeout = 0; set statement_timeout = 0');
}
