import type { SqlRunner } from '#/lib/core/clock.ts';

/** Which workspaces let pages of other sites in, and of which sites? Few do, so all are read at once. */
export async function listAllowedOrigins(sql: SqlRunner): Promise<{ workspaceId: string; origins: string[] }[]> {
  return sql.$queryRaw`
    select id as "workspaceId", allowed_origins as origins from workspaces where allowed_origins <> '{}'`;
}
