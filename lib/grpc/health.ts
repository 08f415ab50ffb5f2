import { setTimeout as delay } from 'node:timers/promises';
import { Code, ConnectError, type ConnectRouter } from '@connectrpc/connect';
import { SECOND_MS } from '#/lib/core/duration.ts';
import { Health, HealthCheckResponse_ServingStatus } from '#/lib/grpc/generated/grpc/health/v1/health_pb.ts';
import { AlarmService } from '#/lib/grpc/generated/timerservice/v1/alarms_pb.ts';
import { TimerService } from '#/lib/grpc/generated/timerservice/v1/timers_pb.ts';

/** Whether the service is ready, as `/api/ready` says. */
export type IsServing = () => Promise<boolean>;

const { SERVING, NOT_SERVING, SERVICE_UNKNOWN } = HealthCheckResponse_ServingStatus;
const WATCH_EVERY_MS = 2 * SECOND_MS;
/** The server as a whole has no name. */
const NAMES = ['', TimerService.typeName, AlarmService.typeName];

/** `grpc.health.v1.Health`: all services are as ready as the service is. Needs no API key. */
export function addHealth(router: ConnectRouter, isServing: IsServing, ending: AbortSignal): void {
  const look = async () => ((await isServing()) ? SERVING : NOT_SERVING);
  router.service(Health, {
    check: async ({ service }) => {
      if (!NAMES.includes(service)) throw new ConnectError(`There is no service ${service} here.`, Code.NotFound);
      return { status: await look() };
    },
    list: async () => {
      const status = await look();
      return { statuses: Object.fromEntries(NAMES.map((name) => [name, { status }])) };
    },
    async *watch({ service }, { signal }) {
      const statusNow = async () => (NAMES.includes(service) ? look() : SERVICE_UNKNOWN);
      const over = AbortSignal.any([signal, ending]);
      let told: number | undefined;
      while (!over.aborted) {
        const status = await statusNow();
        if (status !== told) yield { status };
        told = status;
        // Rejects when the caller leaves, or the server ends.
        await delay(WATCH_EVERY_MS, undefined, { signal: over, ref: false }).catch(() => {});
      }
      if (!signal.aborted) throw ending.reason;
    },
  });
}
