import { once } from 'node:events';
import { createServer, type ServerOptions, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Arrival, Ledger } from '#/test/proofs/ledger.ts';

export type Receiver = { url: string; ledger: Ledger; close: () => void };

/** Responds to a request whose arrival has been recorded. */
export type Respond = (response: ServerResponse, request: Arrival & { id: string }) => void;

/** Responds with 200 at once. */
const OK: Respond = (response) => response.end();
/** Accepts, and never responds. */
export const HANG: Respond = () => {};

/** Responds with 200 after this many milliseconds. */
export function after(ms: number): Respond {
  return (response) => setTimeout(() => response.end(), ms);
}

/** A real receiver on loopback with a ledger. Each address of 127.0.0.0/8 is a separate origin. */
export async function startReceiver(
  respond: Respond = OK,
  host = '127.0.0.1',
  options: ServerOptions = {},
): Promise<Receiver> {
  const ledger = new Ledger();
  const server = createServer(options, (request, response) => {
    const { headers } = request;
    const id = String(headers['webhook-id']);
    const arrival = {
      attempt: Number(headers['timer-attempt']),
      atMs: performance.now(),
      source: typeof headers['ce-source'] === 'string' ? headers['ce-source'] : null,
    };
    ledger.add(id, arrival);
    request.resume();
    respond(response, { id, ...arrival });
  });
  // Longer than the sender keeps them, so that none is closed while a request is in flight.
  server.keepAliveTimeout = 60_000;
  server.listen(0, host, 4_096);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://${host}:${port}`, ledger, close };
}
