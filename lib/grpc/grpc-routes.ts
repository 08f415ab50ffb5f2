import type { DescMessage, DescMethod, DescMethodUnary, Message } from '@bufbuild/protobuf';
import type { ConnectRouter, HandlerContext } from '@connectrpc/connect';
import type { Api } from '#/lib/api/app.ts';
import type { AnyOperation } from '#/lib/api/operations/operation.ts';
import { LARGEST_BODY } from '#/lib/api/operations/read-input.ts';
import { type Caller, callOperation, operationOf } from '#/lib/grpc/call-operation.ts';
import { AlarmService, WatchAlarmsResponseSchema } from '#/lib/grpc/generated/timerservice/v1/alarms_pb.ts';
import { TimerService, WatchTimersResponseSchema } from '#/lib/grpc/generated/timerservice/v1/timers_pb.ts';
import { errorOf } from '#/lib/grpc/grpc-errors.ts';
import { addHealth, type IsServing } from '#/lib/grpc/health.ts';
import { addReflection } from '#/lib/grpc/reflection.ts';
import { alarmTopics, timerTopics, watch } from '#/lib/grpc/watch.ts';

export type GrpcParts = {
  api: Api;
  methods: UnaryMethods;
  isServing: IsServing;
  /** Aborted when the server shuts down, with the error for streams that would continue. */
  ending: AbortSignal;
};

/** All services: timers and alarms, which call the operations of the REST API, health and reflection. */
export function grpcRoutes({ api, methods, isServing, ending }: GrpcParts): (router: ConnectRouter) => void {
  return (router) => {
    addOperations(router, methods);
    router.rpc(TimerService.method.watchTimers, (request, context) =>
      stream({ api, output: WatchTimersResponseSchema, topics: timerTopics(request), cursor: request.cursor, context }),
    );
    router.rpc(AlarmService.method.watchAlarms, (request, context) =>
      stream({ api, output: WatchAlarmsResponseSchema, topics: alarmTopics(request), cursor: request.cursor, context }),
    );
    addHealth(router, isServing, ending);
    addReflection(router, ending);
  };
}

function addOperations(router: ConnectRouter, methods: UnaryMethods): void {
  for (const { method, largest, call } of methods.values()) {
    router.rpc(method as DescMethodUnary, call, { readMaxBytes: largest });
  }
}

/** A method with one message in and one out. */
export type UnaryMethod = {
  method: DescMethod;
  /** The permission that the caller needs. */
  permission: AnyOperation['permission'];
  /** Bytes that its message may have. */
  largest: number;
  /** Rejects with a `ConnectError`, or with the reason of the signal. */
  call: (request: Message, caller: Caller) => Promise<Message>;
};
/** By the path of their calls. */
export type UnaryMethods = ReadonlyMap<string, UnaryMethod>;

/** The methods that call an operation of the REST API. */
export function unaryMethods(api: Api): UnaryMethods {
  const methods = [...TimerService.methods, ...AlarmService.methods].filter(({ methodKind }) => methodKind === 'unary');
  return new Map(
    methods.map((method) => {
      const operation = operationOf(method);
      const call = async (request: Message, caller: Caller) => {
        try {
          return await callOperation(api, { method, operation, request, caller });
        } catch (error) {
          throw endOf(error, caller, method.input);
        }
      };
      const { permission, largestBody: largest = LARGEST_BODY } = operation;
      return [pathOf(method), { method, permission, largest, call }];
    }),
  );
}

/** The path of the calls of a method. */
export function pathOf({ parent, name }: Pick<DescMethod, 'parent' | 'name'>): string {
  return `/${parent.typeName}/${name}`;
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

/** A client that has disconnected, or whose deadline has passed, is not an error of ours. */
function endOf(error: unknown, { signal }: Caller, input?: DescMessage): unknown {
  return signal.aborted ? signal.reason : errorOf(error, input);
}
