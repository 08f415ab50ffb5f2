import type { Db } from '#/lib/db/client.ts';

/** The workspace whose admins operate the whole service: the oldest. Null on a server that has not been set up. */
export async function findOperatorsWorkspace(sql: Pick<Db, 'workspace'>): Promise<string | null> {
  const found = await sql.workspace.findFirst({ orderBy: [{ createdAt: 'asc' }, { id: 'asc' }], select: { id: true } });
  return found?.id ?? null;
}
