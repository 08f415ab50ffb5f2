import { once } from 'node:events';
import { startReceiver } from '#/test/proofs/receiver.ts';
import { SteadyClients } from '#/test/proofs/steady-clients.ts';
import { PATIENCE_MS, until } from '#/test/proofs/until.ts';

// Clients that create alarms and read, without a pause, and the receiver of their webhooks, until stdin ends. Then it
// waits for every alarm that was created, and prints a `RequestsResult`. `node requests-main.ts URL API_KEY`

export type RequestsResult = { responses: number; failures: string[]; created: number; arrived: number };

const CLIENTS = 4;
const DELAY_MS = 1_000;

const [, , url = '', apiKey = ''] = process.argv;
const receiver = await startReceiver();
const created: string[] = [];
const clients = new SteadyClients({
  clients: CLIENTS,
  next: () => url,
  headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
  write: () => ({ path: '/alarms', body: { delay_ms: DELAY_MS, url: receiver.url } }),
  onCreated: (json) => created.push((JSON.parse(json) as { alarm: { id: string } }).alarm.id),
});
process.stdin.resume();
await once(process.stdin, 'end');
const { responses, failures } = await clients.stop();
const arrived = () => created.filter((id) => receiver.ledger.has(id)).length;
await until('every alarm has arrived', PATIENCE_MS, () => arrived() === created.length);
const result: RequestsResult = { responses, failures, created: created.length, arrived: arrived() };
console.log(JSON.stringify(result));
receiver.close();
