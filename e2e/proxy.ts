import { once } from 'node:events';
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Proxy = { origin: string; plan: { status: number | null }; close: () => void };

/**
 * A proxy before a service: passes everything on, or responds itself with `plan.status`. `pass` may pass a response on
 * in another way. The service is asked for uncompressed text, which can be cut anywhere.
 */
export async function openProxy(
  service: string,
  pass = (upstream: IncomingMessage, response: ServerResponse): unknown => upstream.pipe(response),
): Promise<Proxy> {
  const plan: Proxy['plan'] = { status: null };
  const server = createServer((request, response) => {
    if (plan.status) {
      response.writeHead(plan.status, { 'content-type': 'text/html' }).end('<!doctype html><h1>Bad gateway</h1>');
      return;
    }
    const headers = { ...request.headers, 'accept-encoding': 'identity' };
    const passed = ask(new URL(request.url ?? '/', service), { method: request.method, headers }, (upstream) => {
      response.writeHead(upstream.statusCode ?? 500, upstream.headers);
      pass(upstream, response);
    });
    response.on('close', () => passed.destroy());
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = new URL(service);
  origin.port = String((server.address() as AddressInfo).port);
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { origin: origin.origin, plan, close };
}
