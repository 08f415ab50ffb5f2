import type { Tx } from '#/lib/db/client.ts';

/** Current URLs of these endpoints, one each; deleted ones are left out. */
export async function listAddresses(sql: Pick<Tx, '$queryRaw'>, ids: string[]): Promise<Map<string, string[]>> {
  const rows = await sql.$queryRaw<{ id: string; url: string }[]>`
    select id::text, url from endpoints where id = any (${ids}::uuid[])`;
  return new Map(rows.map(({ id, url }) => [id, [url]]));
}
