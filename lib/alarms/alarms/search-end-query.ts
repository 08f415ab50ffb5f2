import type { Micros } from '#/lib/core/micros.ts';
import type { Tx } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';

// Only a trigram index helps to find part of a name, but with one each create writes 5.8 times as much WAL (4,344 bytes
// instead of 746) and each claim of a delivery 11 times. So a search scans the index of its list, a fixed number of
// alarms of each state at a time, and returns where it stopped (docs/decisions/0031).

/** Alarms of each state that one page of a search reads, which takes some 50 ms. */
export const SEARCHED = 10_000;

/** A place in a list: an instant, and the alarm there. */
export type Place = { us: Micros; id: string };

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Part of the name, of the external id or of the URL, or a whole id. */
export function matchesName(name: string): Prisma.Sql {
  if (UUID.test(name)) return Prisma.sql`id = ${name}::uuid`;
  const part = `%${name.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return Prisma.sql`(name ilike ${part} or external_id ilike ${part} or url ilike ${part})`;
}

/** Whether this search has to scan alarms: an id is found by its index. */
export function isSearched(name: string | undefined): name is string {
  return Boolean(name) && !UUID.test(name ?? '');
}

/**
 * How far a page of a search gets: to where the first of these scans has read `SEARCHED` alarms; null when all end
 * before that. Each is `select <instant> as at, id from …`, in the order of its index.
 */
export async function findSearchEnd(
  sql: Pick<Tx, '$queryRaw'>,
  scans: readonly Prisma.Sql[],
  order: 'asc' | 'desc',
): Promise<Place | null> {
  const ends = scans.map((scan) => Prisma.sql`(${scan} offset ${SEARCHED - 1} limit 1)`);
  const direction = Prisma.raw(order);
  const [end] = await sql.$queryRaw<Place[]>`
    select (extract(epoch from at) * 1000000)::float8 as us, id::text
    from (${Prisma.join(ends, ' union all ')}) as ends order by at ${direction}, id ${direction} limit 1`;
  return end ?? null;
}
