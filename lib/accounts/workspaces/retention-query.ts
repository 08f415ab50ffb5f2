import type { Tx } from '#/lib/db/client.ts';

/** The workspaces that keep finished alarms for fewer days than the server does. */
export async function listShorterRetentions(
  tx: Pick<Tx, 'workspace'>,
  serverDays: number,
): Promise<{ id: string; days: number }[]> {
  const rows = await tx.workspace.findMany({
    where: { retentionDays: { lt: serverDays } },
    orderBy: { id: 'asc' },
    select: { id: true, retentionDays: true },
  });
  return rows.map(({ id, retentionDays }) => ({ id, days: retentionDays ?? serverDays }));
}
