import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { serveParent } from '#/bench/processes/calls.ts';
import { readRequests } from '#/bench/receiver/read-requests.ts';
import { ReceiverLedger } from '#/bench/receiver/receiver-ledger.ts';
import { nowUs, setClock } from '#/bench/wall-clock.ts';

// The receiver of all webhooks of the bench: a separate process that records when each arrives and responds 200 at
// once. It speaks HTTP over plain sockets, so that measuring takes little of the measured machine.

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';
const LOOK_MS = 20;

const ledger = new ReceiverLedger();
const server = createServer({ noDelay: true }, serve);
server.listen(0, '127.0.0.1', 4_096);
await once(server, 'listening');

const questions = {
  port: (_: null) => (server.address() as AddressInfo).port,
  begin: ({ round, count }: { round: number; count: number }) => {
    setClock();
    ledger.begin(round, count);
  },
  /** How many have arrived, once all have or the instant (microseconds) has passed. */
  settled: async ({ count, untilUs }: { count: number; untilUs: number }) => {
    while (ledger.distinct < count && nowUs() < untilUs) await delay(LOOK_MS);
    return ledger.distinct;
  },
  report: (_: null) => ledger.ledger,
  /** This process's wall time in microseconds since the epoch. */
  clock: (_: null) => nowUs(),
};
export type ReceiverQuestions = typeof questions;
serveParent(questions);

function serve(socket: Socket): void {
  let pending: Buffer = Buffer.alloc(0);
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    const arrivedUs = nowUs();
    const { requests, rest } = readRequests(pending.length > 0 ? Buffer.concat([pending, chunk]) : chunk);
    pending = rest;
    if (requests.length > 0) socket.write(OK.repeat(requests.length));
    ledger.record(requests, arrivedUs);
  });
}
