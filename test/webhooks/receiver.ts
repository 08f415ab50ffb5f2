import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { onTestFinished, vi } from 'vitest';
import { parseAllowList } from '#/lib/url-guard/url-guard.ts';
import { type SenderOptions, WebhookSender } from '#/lib/webhooks/sending/send-webhook.ts';
import type { WebhookRequest } from '#/lib/webhooks/sending/webhook.ts';

/** Simulates the public internet in tests: the one loopback address that senders may call. */
export const PUBLIC = '127.0.0.2';

export type ReceivedRequest = { method: string; url: string; headers: IncomingHttpHeaders; body: string };
/** So long that no request times out because the machine is busy. */
export const TIMEOUT_MS = 60_000;

type Reply = (response: ServerResponse, received: ReceivedRequest) => void;
type Listening = { url: string; port: number; connections: () => number; close: () => void };

/** A real HTTP receiver at the public address that records requests. Closed when the test ends. */
export async function httpReceiver(reply: Reply = (response) => response.end('ok'), tls?: Tls) {
  const received: ReceivedRequest[] = [];
  const listener: RequestListener = async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = '', url = '', headers } = request;
    const one = { method, url, headers, body: Buffer.concat(chunks).toString() };
    received.push(one);
    reply(response, one);
  };
  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  return { ...(await listen(server, tls ? 'https' : 'http')), received };
}

type Tls = { key: string; cert: string };

/** A receiver that responds with raw bytes, at the public address or another one. */
export async function tcpReceiver(onSocket: (socket: Socket) => void, host = PUBLIC): Promise<Listening> {
  return listen(
    createTcpServer((socket) => {
      socket.on('error', () => undefined);
      onSocket(socket);
    }),
    'http',
    host,
  );
}

/** Listens at every address of this machine, IPv4 and IPv6: any connection here is detected. */
export async function canary(): Promise<Listening> {
  return tcpReceiver((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'), '::');
}

/** Resolves when the socket is closed, for whatever reason. */
export function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.on('close', () => resolve());
  });
}

async function listen(server: Server, scheme: string, host = PUBLIC): Promise<Listening> {
  const open = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket) => {
    connections += 1;
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  server.listen(0, host);
  await once(server, 'listening');
  const close = () => {
    server.close();
    for (const socket of open) socket.destroy();
  };
  onTestFinished(close);
  const { port } = server.address() as AddressInfo;
  return { url: `${scheme}://${host}:${port}`, port, connections: () => connections, close };
}

/** A sender that may call the public address, closed when the test ends. */
export function sender(options: Partial<SenderOptions> = {}): WebhookSender {
  const created = new WebhookSender({
    allowed: parseAllowList(PUBLIC),
    timeoutMs: TIMEOUT_MS,
    connectionsPerOrigin: 4,
    ...options,
  });
  onTestFinished(() => created.close(0));
  return created;
}

/**
 * A sender with a clock that does not advance until the test sets it, so that requests time out only when the test
 * decides.
 */
export function senderOnSetClock(options: Partial<SenderOptions> = {}) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let nowMs = 0;
  const outgoing = sender({ monotonic: () => nowMs, ...options });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const advance = (ms: number) => {
    nowMs += ms;
    vi.advanceTimersByTime(ms);
  };
  return { outgoing, advance };
}

export function request(url: string, change: Partial<WebhookRequest> = {}): WebhookRequest {
  return { url, method: 'POST', headers: { 'webhook-id': 'a' }, body: '{"tea":true}', ...change };
}

/** Every address that this process connects to without TLS, from now until the test ends. */
export function dialedAddresses(): string[] {
  const dialed: string[] = [];
  const onSocket = (message: unknown) => {
    (message as { socket: Socket }).socket.on('connectionAttempt', (address) => dialed.push(address));
  };
  subscribe('net.client.socket', onSocket);
  onTestFinished(() => {
    unsubscribe('net.client.socket', onSocket);
  });
  return dialed;
}
