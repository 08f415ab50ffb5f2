import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Code, ConnectError, type ConnectRouter } from '@connectrpc/connect';
import { SECOND_MS } from '#/lib/core/duration.ts';
import { Health, HealthCheckResponse_ServingStatus } from '#/lib/grpc/generated/grpc/health/v1/health_pb.ts';
import { AlarmService } from '#/lib/grpc/generated/timerservice/v1/alarms_pb.ts';
import { TimerService } from '#/lib/grpc/generated/timerservice/v1/timers_pb.ts';
import { SharedPoll } from '#/lib/grpc/shared-poll.ts';

/** Whether the service is ready, as in `/api/ready`. */
export type IsServing = () => Promise<boolean>;

const { SERVING, NOT_SERVING, SERVICE_UNKNOWN } = HealthCheckResponse_ServingStatus;
const WATCH_EVERY_MS = 2 * SECOND_MS;
/** The server as a whole has no name. */
const NAMES = ['', TimerService.typeName, AlarmService.typeName];

/** `grpc.health.v1.Health`: all gRPC services are ready when the service is. Needs no API key. */
export function addHealth(router: ConnectRouter, isServing: IsServing, ending: AbortSignal): void {
  const readStatus = async () => ((await isServing()) ? SERVING : NOT_SERVING);
  // Anyone may watch: however many do, the database is queried as often as for one.
  const poll = new SharedPoll({ read: readStatus, wait: () => delay(WATCH_EVERY_MS, undefined, { ref: false }) });
  router.service(Health, {
    check: async ({ service }) => {
      if (!NAMES.includes(service)) throw new ConnectError(`There is no service ${service} here.`, Code.NotFound);
      return { status: await readStatus() };
    },
    list: async () => {
      const status = await readStatus();
      return { statuses: Object.fromEntries(NAMES.map((name) => [name, { status }])) };
    },
    async *watch({ service }, { signal }) {
      const over = AbortSignal.any([signal, ending]);
      const statuses = NAMES.includes(service) ? poll.watch(over) : unknownUntil(over);
      for await (const status of statuses) yield { status };
      if (!signal.aborted) throw ending.reason;
    },
  });
}

/** Unknown services stay unknown, so their status never changes. */
async function* unknownUntil(over: AbortSignal): AsyncGenerator<typeof SERVICE_UNKNOWN> {
  yield SERVICE_UNKNOWN;
  if (!over.aborted) await once(over, 'abort');
}
