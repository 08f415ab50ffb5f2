import type { Socket } from 'node:net';
import { expect } from 'vitest';
import WebSocket from 'ws';
import type { ApiServer } from '#/test/api-server.ts';
import { eventually } from '#/test/eventually.ts';

export type SocketMessage = Record<string, unknown> & {
  type: string;
  id?: string;
  cursor?: string;
  topic?: string;
  ref?: unknown;
};
export type SocketClient = {
  socket: WebSocket;
  received: SocketMessage[];
  closed: { code: number | null; status: number | null };
};

const opened: WebSocket[] = [];

/** A socket with these headers, and what it has received so far. */
export function openSocket({ url }: ApiServer, headers: Record<string, string> = {}): SocketClient {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, { headers });
  const client: SocketClient = { socket, received: [], closed: { code: null, status: null } };
  socket.on('message', (data) => client.received.push(JSON.parse(data.toString())));
  socket.on('close', (code) => {
    client.closed.code = code;
  });
  socket.on('unexpected-response', (_request, response) => {
    client.closed.status = response.statusCode ?? null;
    socket.terminate();
  });
  socket.on('error', () => {});
  opened.push(socket);
  return client;
}

/** Closes all opened ones. */
export function cutSockets(): void {
  for (const socket of opened.splice(0)) socket.terminate();
}

/** The client's port of its connection, by which the server identifies it. */
export function portOf({ socket }: SocketClient): number {
  const { localPort } = (socket as unknown as { _socket: Socket })._socket;
  if (localPort === undefined) throw new Error('The socket is not connected.');
  return localPort;
}

export const messagesOf = (client: SocketClient, type: string) =>
  client.received.filter((message) => message.type === type);
export const receives = (client: SocketClient, type: string, count = 1) =>
  eventually(() => expect(messagesOf(client, type).length).toBeGreaterThanOrEqual(count));
export const events = ({ received }: Pick<SocketClient, 'received'>) => received.filter(({ id }) => id !== undefined);
export const sendMessage = ({ socket }: SocketClient, message: unknown) =>
  socket.send(typeof message === 'string' ? message : JSON.stringify(message));

let refs = 0;

/** Subscribes, and returns the messages it gets. */
export async function subscribe(client: SocketClient, topics: string[], more: object = {}): Promise<SocketMessage> {
  const ref = `s${++refs}`;
  sendMessage(client, { type: 'subscribe', topics, ref, ...more });
  await eventually(() => expect(client.received.some((message) => message.ref === ref)).toBe(true));
  return client.received.find((message) => message.ref === ref) as SocketMessage;
}
