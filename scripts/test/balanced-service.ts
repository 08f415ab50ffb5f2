import { type Service, startService } from '#/scripts/test/start-service.ts';
import { startRoundRobin } from '#/test/round-robin.ts';
import { WebProcess } from '#/test/web-process.ts';

/**
 * A service of two web processes and a worker, behind a balancer that alternates requests between them, so that the
 * journeys reveal state that only one of them has.
 */
export async function startBalancedService(
  name: string,
  home: string,
  databaseUrl: string,
  settings: Record<string, string>,
): Promise<Service> {
  const balancer = await startRoundRobin({ isKeptAlive: true });
  const shared = {
    ...settings,
    APP_URL: balancer.url,
    AUTH_SECRET: 'only-for-journeys-only-for-journeys',
    RATE_LIMIT_STORE: 'postgres',
  };
  const service = await startService(name, home, databaseUrl, shared);
  const second = await WebProcess.start({ ...shared, DATABASE_URL: databaseUrl }).catch(async (error: unknown) => {
    balancer.close();
    await service.stop();
    throw error;
  });
  balancer.sendTo([service.url, second.url]);
  return {
    url: balancer.url,
    stop: async () => {
      balancer.close();
      await Promise.all([service.stop(), second.kill()]);
    },
  };
}
