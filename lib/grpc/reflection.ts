import { type DescFile, type DescMessage, toBinary } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';
import { Code, type ConnectRouter } from '@connectrpc/connect';
import { SECOND_MS } from '#/lib/core/duration.ts';
import { file_google_rpc_error_details } from '#/lib/grpc/generated/google/rpc/error_details_pb.ts';
import { file_google_rpc_status } from '#/lib/grpc/generated/google/rpc/status_pb.ts';
import { file_grpc_health_v1_health } from '#/lib/grpc/generated/grpc/health/v1/health_pb.ts';
import {
  file_grpc_reflection_v1_reflection,
  ServerReflection,
  type ServerReflectionRequest,
} from '#/lib/grpc/generated/grpc/reflection/v1/reflection_pb.ts';
import {
  file_grpc_reflection_v1alpha_reflection,
  ServerReflection as ServerReflectionAlpha,
  type ServerReflectionRequest as ServerReflectionRequestAlpha,
} from '#/lib/grpc/generated/grpc/reflection/v1alpha/reflection_pb.ts';
import { file_timerservice_v1_alarms } from '#/lib/grpc/generated/timerservice/v1/alarms_pb.ts';
import { file_timerservice_v1_timers } from '#/lib/grpc/generated/timerservice/v1/timers_pb.ts';

// Tools such as grpcurl query a server's services and their messages. The two versions of the protocol differ only in
// their name.

/** A stream without requests for this long is ended; tools open another. */
const IDLE_MS = 30 * SECOND_MS;

/** With the details that errors carry, so that tools can show them. */
const FILES = withDependencies([
  file_timerservice_v1_timers,
  file_timerservice_v1_alarms,
  file_grpc_health_v1_health,
  file_grpc_reflection_v1_reflection,
  file_grpc_reflection_v1alpha_reflection,
  file_google_rpc_status,
  file_google_rpc_error_details,
]);

type ReflectionRequest = Pick<ServerReflectionRequest | ServerReflectionRequestAlpha, 'host' | 'messageRequest'>;

/** `grpc.reflection.v1` and `v1alpha`. Needs no API key: its responses are public. */
export function addReflection(router: ConnectRouter, ending: AbortSignal): void {
  async function* serverReflectionInfo<Request extends ReflectionRequest>(requests: AsyncIterable<Request>) {
    for await (const request of untilIdle(requests, ending)) {
      yield { validHost: request.host, originalRequest: request, messageResponse: responseTo(request) } as never;
    }
  }
  router.service(ServerReflection, { serverReflectionInfo });
  router.service(ServerReflectionAlpha, { serverReflectionInfo });
}

/** The requests, until none arrives for a while. @throws the reason of `ending` when the server ends before that */
async function* untilIdle<Request>(requests: AsyncIterable<Request>, ending: AbortSignal): AsyncGenerator<Request> {
  const iterator = requests[Symbol.asyncIterator]();
  const over = Promise.withResolvers<IteratorResult<Request>>();
  // It may be rejected while nothing waits for it.
  over.promise.catch(() => {});
  const idle = setTimeout(() => over.resolve({ done: true, value: undefined }), IDLE_MS);
  const onEnding = () => over.reject(ending.reason);
  ending.addEventListener('abort', onEnding);
  if (ending.aborted) onEnding();
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), over.promise]);
      if (next.done) return;
      yield next.value;
      idle.refresh();
    }
  } finally {
    clearTimeout(idle);
    ending.removeEventListener('abort', onEnding);
  }
}

function responseTo({ messageRequest }: ReflectionRequest) {
  switch (messageRequest.case) {
    case 'listServices':
      return { case: 'listServicesResponse', value: { service: serviceNames().map((name) => ({ name })) } } as const;
    case 'fileByFilename':
      return descriptorsOf(FILES.find((file) => `${file.name}.proto` === messageRequest.value));
    case 'fileContainingSymbol':
      return descriptorsOf(FILES.find((file) => symbolsOf(file).has(messageRequest.value)));
    default:
      // None of our messages has extensions.
      return notFound();
  }
}

function serviceNames(): string[] {
  return FILES.flatMap(({ services }) => services.map(({ typeName }) => typeName)).sort();
}

/** The file and all that it imports. */
function descriptorsOf(file: DescFile | undefined) {
  if (!file) return notFound();
  const fileDescriptorProto = withDependencies([file]).map(({ proto }) => toBinary(FileDescriptorProtoSchema, proto));
  return { case: 'fileDescriptorResponse', value: { fileDescriptorProto } } as const;
}

function notFound() {
  const value = { errorCode: Code.NotFound as number, errorMessage: 'There is no such file or symbol here.' };
  return { case: 'errorResponse', value } as const;
}

/** Each file once, before those that it imports. */
function withDependencies(files: readonly DescFile[]): DescFile[] {
  const known = new Set<DescFile>();
  const add = (file: DescFile) => {
    if (known.has(file)) return;
    known.add(file);
    file.dependencies.forEach(add);
  };
  files.forEach(add);
  return [...known];
}

function symbolsOf({ services, messages, enums }: DescFile): Set<string> {
  return new Set([
    ...services.flatMap(({ typeName, methods }) => [typeName, ...methods.map(({ name }) => `${typeName}.${name}`)]),
    ...messages.flatMap(symbolsWithin),
    ...enums.map(({ typeName }) => typeName),
  ]);
}

function symbolsWithin({ typeName, fields, nestedMessages, nestedEnums }: DescMessage): string[] {
  return [
    typeName,
    ...fields.map(({ name }) => `${typeName}.${name}`),
    ...nestedEnums.map((nested) => nested.typeName),
    ...nestedMessages.flatMap(symbolsWithin),
  ];
}
