import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { newId } from '#/lib/core/ids.ts';

export type SteadyResult = { responses: number; failures: string[]; reused: number };

type Plan = {
  clients: number;
  /** The target of a client's next request, depending on whether its last response closed the connection. */
  next: (client: number, wasClosed: boolean) => string;
  headers: Record<string, string>;
  /** What a writing client creates; a ticket by default. `key` is unique. */
  write?: (key: string) => { path: string; body: object };
  /** Called with the response for each created resource. */
  onCreated?: (json: string) => void;
};

const ticket = (key: string) => ({ path: '/tickets', body: { key } });

/** Clients that keep their connections alive and send one request after the other, none of them twice. */
export class SteadyClients {
  readonly result: SteadyResult = { responses: 0, failures: [], reused: 0 };
  readonly #plan: Plan;
  readonly #all: Promise<unknown>;
  /** Makes the ticket keys of this run unique. */
  readonly #name = `R${newId().slice(-6)}`;
  #isOver = false;

  constructor(plan: Plan) {
    this.#plan = plan;
    this.#all = Promise.all(Array.from({ length: plan.clients }, (_, index) => this.#run(index)));
  }

  async stop(): Promise<SteadyResult> {
    this.#isOver = true;
    await this.#all;
    return this.result;
  }

  /** Every other one writes. */
  async #run(index: number): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    let wasClosed = false;
    for (let n = 0; !this.#isOver; n += 1) {
      const url = this.#plan.next(index, wasClosed);
      try {
        const response =
          index % 2 ? await this.#get(url, agent) : await this.#post(url, agent, `${this.#name}-${index}-${n}`);
        wasClosed = response.headers.connection === 'close';
        this.result.responses += 1;
      } catch (error) {
        wasClosed = true;
        this.result.failures.push(`${url}: ${error instanceof Error ? error.message : error}`);
      }
    }
    agent.destroy();
  }

  #get(url: string, agent: Agent): Promise<IncomingMessage> {
    return this.#send(`${url}/api/v1/me`, { method: 'GET', agent }, 200);
  }

  #post(url: string, agent: Agent, key: string): Promise<IncomingMessage> {
    const { path, body } = (this.#plan.write ?? ticket)(key);
    return this.#send(`${url}/api/v1${path}`, { method: 'POST', agent, body: JSON.stringify(body) }, 201);
  }

  #send(
    url: string,
    { method, agent, body }: { method: string; agent: Agent; body?: string },
    wanted: number,
  ): Promise<IncomingMessage> {
    const headers = { ...this.#plan.headers, ...(body && { 'content-length': Buffer.byteLength(body) }) };
    return new Promise((resolve, reject) => {
      const sent = request(url, { method, agent, headers }, (response) => {
        if (sent.reusedSocket) this.result.reused += 1;
        text(response).then((output) => {
          if (response.statusCode === wanted) {
            if (wanted === 201) this.#plan.onCreated?.(output);
            resolve(response);
          } else reject(new Error(`${response.statusCode} ${output.slice(0, 200)}`));
        }, reject);
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }
}
