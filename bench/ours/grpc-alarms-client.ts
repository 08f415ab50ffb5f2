import { type ClientHttp2Session, connect } from 'node:http2';
import {
  create,
  type DescMethodUnary,
  fromBinary,
  type MessageInitShape,
  type MessageShape,
  toBinary,
} from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { payloadOf } from '#/bench/participant.ts';
import { AlarmService } from '#/lib/grpc/generated/timerservice/v1/alarms_pb.ts';

const SESSIONS = 4;
const FRAME_BYTES = 5;

/**
 * A client that uses alarms over gRPC, on a few connections. Uses only `node:http2`, so that it takes as little of the
 * machine as the one over REST.
 */
export class GrpcAlarmsClient {
  readonly #sessions: ClientHttp2Session[];
  readonly #authorization: string;
  readonly #hook: string;
  #turn = 0;

  constructor({ url, apiKey, hook }: { url: string; apiKey: string; hook: string }) {
    this.#sessions = Array.from({ length: SESSIONS }, () => connect(url));
    // Failed calls report their own errors.
    for (const session of this.#sessions) session.on('error', () => {});
    this.#authorization = `Bearer ${apiKey}`;
    this.#hook = hook;
  }

  /** Registers one. Throws when it is rejected. */
  async createOne(round: number, n: number, dueUs: number): Promise<void> {
    await this.#call(AlarmService.method.createAlarm, {
      fireAt: timestampFromMs(Math.ceil(dueUs / 1000)),
      url: this.#hook,
      payloadJson: JSON.stringify(payloadOf(round, n)),
    });
  }

  close(): void {
    for (const session of this.#sessions) session.destroy();
  }

  #call<Method extends DescMethodUnary>(
    { name, parent, input, output }: Method,
    request: MessageInitShape<Method['input']>,
  ): Promise<MessageShape<Method['output']>> {
    this.#turn += 1;
    const session = this.#sessions[this.#turn % SESSIONS] as ClientHttp2Session;
    const stream = session.request({
      ':method': 'POST',
      ':path': `/${parent.typeName}/${name}`,
      'content-type': 'application/grpc+proto',
      te: 'trailers',
      authorization: this.#authorization,
    });
    stream.end(framed(toBinary(input, create(input, request))));
    const { promise, resolve, reject } = Promise.withResolvers<MessageShape<Method['output']>>();
    const chunks: Buffer[] = [];
    let status = '';
    let message = '';
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    const read = (headers: Record<string, unknown>) => {
      status = String(headers['grpc-status'] ?? status);
      message = String(headers['grpc-message'] ?? message);
    };
    stream.on('response', read).on('trailers', read).on('error', reject);
    stream.on('end', () => {
      if (status === '0')
        resolve(fromBinary(output, Buffer.concat(chunks).subarray(FRAME_BYTES)) as MessageShape<Method['output']>);
      else reject(new Error(`${name} answered ${status}: ${message}`));
    });
    return promise;
  }
}

/** Length-prefixed, uncompressed. */
function framed(message: Uint8Array): Buffer {
  const head = Buffer.alloc(FRAME_BYTES);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}
