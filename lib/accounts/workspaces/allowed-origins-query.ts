import type { SqlRunner } from '#/lib/core/clock.ts';

/** The sites that this workspace allows, by primary key. */
export async function findAllowedOrigins(sql: SqlRunner, workspaceId: string): Promise<ReadonlySet<string>> {
  const rows = await sql.$queryRaw<{ origins: string[] }[]>`
    select allowed_origins as origins from workspaces where id = ${workspaceId}::uuid`;
  return new Set(rows[0]?.origins);
}

/** Whether any workspace allows this site. By the index on the lists: `@>`, since `= any()` would read every list. */
export async function isOriginAllowed(sql: SqlRunner, origin: string): Promise<boolean> {
  const rows = await sql.$queryRaw<{ isAllowed: boolean }[]>`
    select exists (select from workspaces where allowed_origins @> array[${origin}]) as "isAllowed"`;
  return rows[0]?.isAllowed ?? false;
}
