import type { DescMethodUnary, DescService } from '@bufbuild/protobuf';
import type { ConnectRouter, HandlerContext } from '@connectrpc/connect';
import type { Api } from '#/lib/api/app.ts';
import { callOperation, operationOf } from '#/lib/grpc/call-operation.ts';
import { AlarmService, WatchAlarmsResponseSchema } from '#/lib/grpc/generated/timerservice/v1/alarms_pb.ts';
import { TimerService, WatchTimersResponseSchema } from '#/lib/grpc/generated/timerservice/v1/timers_pb.ts';
import { errorOf } from '#/lib/grpc/grpc-errors.ts';
import { addHealth, type IsServing } from '#/lib/grpc/health.ts';
import { addReflection } from '#/lib/grpc/reflection.ts';
import { alarmTopics, timerTopics, watch } from '#/lib/grpc/watch.ts';

export type GrpcParts = { api: Api; isServing: IsServing };

/** All services: timers and alarms, which call the operations of the REST API, health and reflection. */
export function grpcRoutes({ api, isServing }: GrpcParts): (router: ConnectRouter) => void {
  return (router) => {
    for (const service of [TimerService, AlarmService]) addOperations(router, service, api);
    router.rpc(TimerService.method.watchTimers, (request, context) =>
      withErrors(
        watch(api, WatchTimersResponseSchema, { topics: timerTopics(request), cursor: request.cursor }, context),
      ),
    );
    router.rpc(AlarmService.method.watchAlarms, (request, context) =>
      withErrors(
        watch(api, WatchAlarmsResponseSchema, { topics: alarmTopics(request), cursor: request.cursor }, context),
      ),
    );
    addHealth(router, isServing);
    addReflection(router);
  };
}

function addOperations(router: ConnectRouter, service: DescService, api: Api): void {
  for (const method of service.methods) {
    if (method.methodKind !== 'unary') continue;
    const operation = operationOf(method);
    router.rpc(method as DescMethodUnary, async (request, context: HandlerContext) => {
      try {
        return await callOperation(api, { method, operation, request, context });
      } catch (error) {
        throw context.signal.aborted ? context.signal.reason : errorOf(error);
      }
    });
  }
}

async function* withErrors<T>(messages: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* messages;
  } catch (error) {
    throw errorOf(error);
  }
}
