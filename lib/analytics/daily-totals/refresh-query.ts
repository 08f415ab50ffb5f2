import type { Tx } from '#/lib/db/client.ts';

/** When daily totals were last refreshed; null before the first time. */
export async function findRefreshedAt(tx: Pick<Tx, 'dailyTotalsRefresh'>): Promise<Date | null> {
  const last = await tx.dailyTotalsRefresh.findFirst({ select: { refreshedAt: true } });
  return last?.refreshedAt ?? null;
}
