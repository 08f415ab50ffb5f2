import { countBrokersByStatus } from '#/lib/bridge/brokers/brokers-by-status-query.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { readGauge } from '#/lib/core/metrics.ts';

/** Exports to Prometheus how many brokers fail, of all workspaces, counted at each scrape. */
export function exportBrokerMetrics({ db }: Pick<Ctx, 'db'>): void {
  const help = 'Message brokers, not paused, that workers could not use when they last tried';
  readGauge('brokers_failing', help, async () => (await countBrokersByStatus(db)).failing);
}
