import type { DescMessage, DescMethodUnary, DescService, Message } from '@bufbuild/protobuf';
import type { ConnectRouter, HandlerContext } from '@connectrpc/connect';
import type { Api } from '#/lib/api/app.ts';
import { LARGEST_BODY } from '#/lib/api/operations/read-input.ts';
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
      stream({ api, output: WatchTimersResponseSchema, topics: timerTopics(request), cursor: request.cursor, context }),
    );
    router.rpc(AlarmService.method.watchAlarms, (request, context) =>
      stream({ api, output: WatchAlarmsResponseSchema, topics: alarmTopics(request), cursor: request.cursor, context }),
    );
    addHealth(router, isServing);
    addReflection(router);
  };
}

function addOperations(router: ConnectRouter, service: DescService, api: Api): void {
  for (const method of service.methods) {
    if (method.methodKind !== 'unary') continue;
    const operation = operationOf(method);
    const call = async (request: Message, context: HandlerContext) => {
      try {
        return await callOperation(api, { method, operation, request, context });
      } catch (error) {
        throw endOf(error, context);
      }
    };
    // Read before anybody knows whose it is: no more than the operation takes as JSON.
    router.rpc(method as DescMethodUnary, call, { readMaxBytes: operation.largestBody ?? LARGEST_BODY });
  }
}

type WatchCall<Response extends DescMessage> = {
  api: Api;
  output: Response;
  topics: string[];
  cursor: string | undefined;
  context: HandlerContext;
};

async function* stream<Response extends DescMessage>({ context, ...call }: WatchCall<Response>) {
  try {
    yield* watch(call.api, call.output, call, context);
  } catch (error) {
    throw endOf(error, context);
  }
}

/** A caller who has left, or whose deadline has passed, is no error of ours. */
function endOf(error: unknown, { signal }: HandlerContext): unknown {
  return signal.aborted ? signal.reason : errorOf(error);
}
