import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type ReceivedRequest = { method: string; headers: IncomingHttpHeaders; body: string };

export type Receiver = Awaited<ReturnType<typeof openReceiver>>;

/** A receiver of webhooks, on loopback: responds with a status that can change, or holds its responses back. */
export async function openReceiver() {
  const received: ReceivedRequest[] = [];
  const held: ServerResponse[] = [];
  const plan = { status: 200, holds: false };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push({ method: request.method ?? '', headers: request.headers, body });
    if (plan.holds) held.push(response);
    else response.writeHead(plan.status, { 'content-type': 'text/plain' }).end(`answered ${plan.status}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/timer`,
    heard: received,
    plan,
    typesHeard: () => received.map(({ body }) => JSON.parse(body).type),
    letGo() {
      plan.holds = false;
      for (const response of held.splice(0)) response.writeHead(plan.status).end();
    },
    async close() {
      this.letGo();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
