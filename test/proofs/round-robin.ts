import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type RoundRobin = { url: string; sendTo: (upstreams: string[]) => void; close: () => void };

/** A balancer on loopback that gives each request to the next upstream, and answers 502 for one that is gone. */
export async function startRoundRobin(): Promise<RoundRobin> {
  let upstreams: string[] = [];
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const upstream = upstreams[turn % upstreams.length];
    turn += 1;
    if (upstream) passOn(incoming, outgoing, upstream);
    else outgoing.writeHead(502).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sendTo: (urls) => {
      upstreams = urls;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function passOn(incoming: IncomingMessage, outgoing: ServerResponse, upstream: string): void {
  const { method, headers, url } = incoming;
  const sent = request(new URL(url ?? '/', upstream), { method, headers, agent: false }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
    answer.on('error', () => outgoing.destroy());
  });
  sent.on('error', () => {
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(502).end();
  });
  outgoing.on('close', () => sent.destroy());
  incoming.pipe(sent);
}
