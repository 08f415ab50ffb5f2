import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { TEST_CERTIFICATE, TEST_KEY } from '#/test/webhooks/certificate.ts';
import { PUBLIC } from '#/test/webhooks/receiver.ts';

export type PushedMessage = { path: string; headers: IncomingHttpHeaders; body: Buffer };

/** A real push service over TLS, as far as senders can tell: stores messages, and responds as the test defines. */
export async function testPushService() {
  const service = {
    url: '',
    pushed: [] as PushedMessage[],
    /** Its responses to the next messages; 201 once there are none left. */
    responses: [] as number[],
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  const server = createServer({ key: TEST_KEY, cert: TEST_CERTIFICATE }, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    service.pushed.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) });
    response.writeHead(service.responses.shift() ?? 201).end();
  });
  server.listen(0, PUBLIC);
  await once(server, 'listening');
  onTestFinished(service.close);
  service.url = `https://${PUBLIC}:${(server.address() as AddressInfo).port}`;
  return service;
}
