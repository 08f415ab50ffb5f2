import { Pool } from 'undici';
import { type Alarms, payloadOf } from '#/bench/participant.ts';
import { rfc3339 } from '#/bench/wall-clock.ts';

type NewAlarm = { fire_at: string; url: string; payload: unknown };
type Batch = { results?: { alarm?: { id: string } }[] };

const BATCH = 500;
const BATCHES_AT_ONCE = 4;
const CONNECTIONS = 256;

/** What a program that registers alarms over HTTP does, with kept connections. */
export class AlarmsClient {
  readonly #pool: Pool;
  readonly #hook: string;
  readonly #headers: Record<string, string>;

  constructor(options: { apiUrl: string; apiKey: string; hook: string }) {
    this.#pool = new Pool(options.apiUrl, { connections: CONNECTIONS, pipelining: 1, bodyTimeout: 60_000 });
    this.#hook = options.hook;
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

  close(): Promise<void> {
    return this.#pool.destroy();
  }

  #alarm(round: number, n: number, dueUs: number): NewAlarm {
    return { fire_at: rfc3339(dueUs), url: this.#hook, payload: payloadOf(round, n) };
  }

  async #createBatch(alarms: NewAlarm[]): Promise<void> {
    const { status, text } = await this.#post('/api/v1/alarms/batch', { alarms });
    const made = status < 300 ? (JSON.parse(text) as Batch).results : undefined;
    const refused = made?.find(({ alarm }) => !alarm);
    if (made?.length === alarms.length && !refused) return;
    throw new Error(`POST /api/v1/alarms/batch answered ${status}: ${JSON.stringify(refused) ?? text.slice(0, 500)}`);
  }

  async #post(path: string, body: unknown): Promise<{ status: number; text: string }> {
    const response = await this.#pool.request({
      path,
      method: 'POST',
      headers: this.#headers,
      body: JSON.stringify(body),
    });
    return { status: response.statusCode, text: await response.body.text() };
  }
}
