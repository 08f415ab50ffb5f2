import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';

/** Longer than the processes behind it keep connections: one that ends sooner may be about to carry a request. */
const KEEP_ALIVE_MS = 90_000;

export type RoundRobin = { url: string; sendTo: (upstreams: string[]) => void; close: () => void };

/**
 * A balancer on loopback that gives each request and each socket to the next upstream, and responds with 502 for one
 * that is down. `isKeptAlive`: its connections carry more than one request each, for upstreams that do not end
 * meanwhile. A page loads about eighty files and responses, and a connection for each is much of the work.
 */
export async function startRoundRobin({ isKeptAlive = false } = {}): Promise<RoundRobin> {
  const agent = isKeptAlive ? new Agent({ keepAlive: true }) : false;
  let upstreams: string[] = [];
  let turn = 0;
  const next = () => {
    turn += 1;
    return upstreams[turn % upstreams.length];
  };
  const server = createServer((incoming, outgoing) => {
    const upstream = next();
    if (upstream) passOn(incoming, outgoing, upstream, agent);
    else outgoing.writeHead(502).end();
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    const upstream = next();
    if (upstream) joinSockets(incoming, socket, head, upstream);
    else socket.end('HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\n\r\n');
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
      if (agent) agent.destroy();
    },
  };
}

function passOn(incoming: IncomingMessage, outgoing: ServerResponse, upstream: string, agent: Agent | false): void {
  const { method, headers, url } = incoming;
  const sent = request(new URL(url ?? '/', upstream), { method, headers, agent }, (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(outgoing);
    response.on('error', () => outgoing.destroy());
  });
  sent.on('error', () => {
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(502).end();
  });
  outgoing.on('close', () => sent.destroy());
  incoming.pipe(sent);
}

/** Passes the handshake on unchanged; afterwards bytes flow both ways. */
function joinSockets(incoming: IncomingMessage, socket: Duplex, head: Buffer, upstream: string): void {
  const { hostname, port } = new URL(upstream);
  const other = connect(Number(port), hostname, () => {
    other.write(handshakeOf(incoming));
    other.write(head);
    socket.pipe(other).pipe(socket);
  });
  const end = () => {
    socket.destroy();
    other.destroy();
  };
  // A connection that ends is closed by the pipe, once everything has been passed on.
  for (const one of [socket, other]) one.on('error', end);
  other.on('close', () => socket.end());
  socket.on('close', () => other.end());
}

function handshakeOf({ method, url, rawHeaders }: IncomingMessage): string {
  const lines = [`${method} ${url} HTTP/1.1`];
  for (let n = 0; n < rawHeaders.length; n += 2) lines.push(`${rawHeaders[n]}: ${rawHeaders[n + 1]}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
}
