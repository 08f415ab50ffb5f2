import path from 'node:path';
import { type CallOptions, Client, credentials, Metadata, type ServiceError, type StatusObject } from '@grpc/grpc-js';
import { loadSync, type PackageDefinition, type ServiceDefinition } from '@grpc/proto-loader';
import { onTestFinished } from 'vitest';
import { ROOT } from '#/scripts/project.ts';

// A client that only shares the files of `proto/` with the server.

const PROTOS = [
  'timerservice/v1/timers.proto',
  'timerservice/v1/alarms.proto',
  'grpc/health/v1/health.proto',
  'grpc/reflection/v1/reflection.proto',
  'grpc/reflection/v1alpha/reflection.proto',
  'google/rpc/status.proto',
  'google/rpc/error_details.proto',
];

// biome-ignore lint/suspicious/noExplicitAny: messages as received, with any members.
export type GrpcMessage = Record<string, any>;
type Serialized = { type: { name: string }; deserialize: (bytes: Buffer) => GrpcMessage };

const definitions: PackageDefinition = loadSync(PROTOS, {
  includeDirs: [path.join(ROOT, 'proto'), path.join(ROOT, 'proto-vendor')],
  keepCase: true,
  longs: Number,
  enums: String,
  oneofs: true,
});

export const TIMERS = 'timerservice.v1.TimerService';
export const ALARMS = 'timerservice.v1.AlarmService';

export type GrpcClient = {
  /** One call; rejects with the error of the library. */
  call: (method: string, request?: GrpcMessage, options?: GrpcOptions) => Promise<GrpcMessage>;
  /** A stream of messages, and a function to cancel it. */
  stream: (method: string, request?: GrpcMessage, options?: GrpcOptions) => GrpcStream;
  /** The two-way stream of reflection: the responses to these requests, once the client has ended. */
  exchange: (method: string, requests: GrpcMessage[]) => Promise<GrpcMessage[]>;
};
export type GrpcOptions = {
  metadata?: Record<string, string>;
  deadlineMs?: number;
  onMetadata?: (all: Metadata) => void;
};
export type GrpcStream = {
  received: GrpcMessage[];
  ended: Promise<StatusObject>;
  onMessage: (listener: () => void) => void;
  leave: () => void;
};

/** A client of this server, with one connection. `secret` is an API key. */
export function grpcClient(address: string, service: string, secret?: string): GrpcClient {
  const client = new Client(address, credentials.createInsecure());
  onTestFinished(() => client.close());
  const methods = definitions[service] as ServiceDefinition;
  const metadataOf = ({ metadata = {} }: GrpcOptions) => {
    const sent = new Metadata();
    if (secret) sent.set('authorization', `Bearer ${secret}`);
    for (const [name, value] of Object.entries(metadata)) sent.set(name, value);
    return sent;
  };
  const optionsOf = ({ deadlineMs }: GrpcOptions): CallOptions =>
    deadlineMs === undefined ? {} : { deadline: Date.now() + deadlineMs };
  const find = (name: string) => {
    const method = methods[name];
    if (!method) throw new Error(`${service} has no method ${name}`);
    return [method.path, method.requestSerialize, method.responseDeserialize] as const;
  };
  return {
    call: (name, request = {}, options = {}) =>
      new Promise((resolve, reject) => {
        const call = client.makeUnaryRequest(
          ...find(name),
          request,
          metadataOf(options),
          optionsOf(options),
          (error, response) => (error ? reject(error) : resolve(response as GrpcMessage)),
        );
        if (options.onMetadata) call.on('metadata', options.onMetadata);
      }),
    stream: (name, request = {}, options = {}) => {
      const call = client.makeServerStreamRequest(...find(name), request, metadataOf(options), optionsOf(options));
      const received: GrpcMessage[] = [];
      const { promise: ended, resolve } = Promise.withResolvers<StatusObject>();
      call.on('data', (message: GrpcMessage) => received.push(message));
      call.on('status', resolve);
      // The status says the same.
      call.on('error', () => {});
      const onMessage = (listener: () => void) => void call.on('data', listener);
      return { received, ended, onMessage, leave: () => call.cancel() };
    },
    exchange: (name, requests) =>
      new Promise((resolve, reject) => {
        const call = client.makeBidiStreamRequest(...find(name), new Metadata());
        const received: GrpcMessage[] = [];
        call.on('data', (message: GrpcMessage) => received.push(message));
        call.on('error', reject);
        call.on('end', () => resolve(received));
        for (const request of requests) call.write(request);
        call.end();
      }),
  };
}

/** The error that a call ends with. */
export async function grpcError(call: Promise<unknown>): Promise<ServiceError> {
  try {
    await call;
  } catch (error) {
    return error as ServiceError;
  }
  throw new Error('the call has succeeded');
}

/** The details of `google.rpc.Status` in an error, by the name of their type. */
export function detailsOf({ metadata }: Pick<ServiceError, 'metadata'>): Record<string, GrpcMessage> {
  const [bytes] = metadata.get('grpc-status-details-bin');
  if (!bytes) return {};
  const { details } = decode('google.rpc.Status', bytes as Buffer);
  return Object.fromEntries(
    (details as { type_url: string; value: Buffer }[]).map(({ type_url, value }) => {
      const name = type_url.split('/').at(-1) ?? '';
      return [name.split('.').at(-1) ?? '', decode(name, value)];
    }),
  );
}

function decode(name: string, bytes: Buffer): GrpcMessage {
  return (definitions[name] as unknown as Serialized).deserialize(bytes);
}
