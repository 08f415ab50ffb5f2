import { Pool } from 'undici';
import { type Alarms, payloadOf } from '#/bench/participant.ts';
import { rfc3339 } from '#/bench/wall-clock.ts';

/** Where alarms go: a URL, or a stream of a message broker. */
export type Destination = { url: string } | { output_mode: 'event'; broker: string; target: string };
type NewAlarm = Destination & { fire_at: string; payload: unknown };
type Batch = { results?: { alarm?: { id: string } }[] };

const BATCH = 500;
const BATCHES_AT_ONCE = 4;
const CONNECTIONS = 256;

/** A client that registers alarms over HTTP, with kept connections. */
export class AlarmsClient {
  readonly #pool: Pool;
  readonly #to: Destination;
  readonly #headers: Record<string, string>;

  constructor(options: { apiUrl: string; apiKey: string; to: Destination }) {
    this.#pool = new Pool(options.apiUrl, { connections: CONNECTIONS, pipelining: 1, bodyTimeout: 60_000 });
    this.#to = options.to;
    this.#headers = { authorization: `Bearer ${options.apiKey}`, 'content-type': 'application/json' };
  }

  /** Registers all in batches of 500, four at once. Throws when one is rejected. */
  async createAll({ round, dueUs, firstN = 0 }: Alarms): Promise<void> {
    let next = 0;
    const work = async () => {
      while (next < dueUs.length) {
        const from = next;
        next += BATCH;
        const part = dueUs.subarray(from, from + BATCH);
        await this.#createBatch(Array.from(part, (us, i) => this.#alarm(round, firstN + from + i, us)));
      }
    };
    await Promise.all(Array.from({ length: BATCHES_AT_ONCE }, work));
  }

  /** Registers one. Throws when it is rejected. */
  async createOne(round: number, n: number, dueUs: number): Promise<void> {
    const response = await this.#post('/api/v1/alarms', this.#alarm(round, n, dueUs));
    if (response.status !== 201) throw new Error(`POST /api/v1/alarms answered ${response.status}: ${response.text}`);
  }

  /** Connects a message broker to the workspace. Throws when it is rejected. */
  async createBroker(broker: { name: string; kind: 'redis'; url: string; input_target?: string }): Promise<void> {
    const response = await this.#post('/api/v1/brokers', broker);
    if (response.status !== 201) throw new Error(`POST /api/v1/brokers answered ${response.status}: ${response.text}`);
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }

  #alarm(round: number, n: number, dueUs: number): NewAlarm {
    return { fire_at: rfc3339(dueUs), ...this.#to, payload: payloadOf(round, n) };
  }

  async #createBatch(alarms: NewAlarm[]): Promise<void> {
    const { status, text } = await this.#post('/api/v1/alarms/batch', { alarms });
    const created = status < 300 ? (JSON.parse(text) as Batch).results : undefined;
    const rejected = created?.find(({ alarm }) => !alarm);
    if (created?.length === alarms.length && !rejected) return;
    throw new Error(`POST /api/v1/alarms/batch returned ${status}: ${JSON.stringify(rejected) ?? text.slice(0, 500)}`);
  }

  /** By undici's handler: with a stream for each response the collector stalled this process, 15 ms at a time (measured). */
  #post(path: string, body: unknown): Promise<{ status: number; text: string }> {
    const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
    let status = 0;
    const chunks: Buffer[] = [];
    this.#pool.dispatch(
      { path, method: 'POST', headers: this.#headers, body: JSON.stringify(body) },
      {
        onRequestStart: () => {},
        onResponseStart: (_controller, code) => {
          status = code;
        },
        onResponseData: (_controller, chunk) => {
          chunks.push(chunk);
        },
        onResponseEnd: () => resolve({ status, text: Buffer.concat(chunks).toString() }),
        onResponseError: (_controller, error) => reject(error),
      },
    );
    return promise;
  }
}
