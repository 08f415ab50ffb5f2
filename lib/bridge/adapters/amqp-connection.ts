import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Channel, ChannelModel, MessageProperties } from 'amqplib';
import type { AdapterOptions } from '#/lib/bridge/adapters/adapter-options.ts';
import { fixedLookup } from '#/lib/bridge/adapters/resolve-broker.ts';
// Its `connect` dials by itself and returns the connection after it has begun to process what the server sends: an
// error in the last segment of the handshake would be thrown in a handler of the socket, which ends the process.
import { ChannelModel as Model } from '../../../node_modules/amqplib/lib/channel_model.js';
import { Connection } from '../../../node_modules/amqplib/lib/connection.js';

/** A connection that is open, and its socket. */
export type AmqpConnection = { model: ChannelModel; socket: Socket };

/** A connection that is silent for twice as long is lost. */
const HEARTBEAT_SECONDS = 10;
/** The size requested, and the largest accepted. */
const FRAME_BYTES = 128 * 1024;

/**
 * Dials a server of AMQP 0-9-1 and opens a connection. Whatever it sends, errors reject the promise and are never
 * thrown; an open connection reports failures by its event `close`. Aborting destroys the socket.
 */
export async function openAmqp(options: AdapterOptions, signal: AbortSignal): Promise<AmqpConnection> {
  const addresses = await options.resolve(options.address.host);
  signal.throwIfAborted();
  const socket = dial(options, fixedLookup(addresses));
  const abort = () => socket.destroy();
  signal.addEventListener('abort', abort);
  try {
    await connected(socket, options.address.secure);
    const model = await opened(socket, options);
    signal.throwIfAborted();
    return { model, socket };
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Left by `dropLargeContent`: how many bytes the content had. */
type Dropped = { droppedBytes?: number };
/** A frame of a message: its header, with the size of the content, or a part of the content. */
type Frame = { size?: number; content?: Buffer; fields?: object };

/**
 * From now on messages whose content has more than `most` bytes are delivered without it. It is dropped part by part as
 * it arrives, since the library would collect the whole message first.
 */
export function dropLargeContent(channel: Channel, most: number): void {
  const inner = channel as unknown as { acceptMessageFrame: (frame: Frame) => void };
  const accept = inner.acceptMessageFrame.bind(channel);
  let left = 0;
  inner.acceptMessageFrame = (frame) => {
    if (frame.content && left > 0) {
      left -= frame.content.length;
      return;
    }
    const { size = 0 } = frame;
    left = size > most ? size : 0;
    accept(left > 0 ? { ...frame, size: 0, fields: { ...frame.fields, droppedBytes: size } satisfies Dropped } : frame);
  };
}

/** How many bytes of content were dropped; null: none. */
export function droppedBytes(properties: MessageProperties): number | null {
  return (properties as Dropped).droppedBytes ?? null;
}

function dial({ address: { host, port, secure } }: AdapterOptions, lookup: ReturnType<typeof fixedLookup>): Socket {
  // RFC 6066 section 3: an IP address is not a server name.
  const servername = isIP(host) === 0 ? host.replace(/\.$/, '') : '';
  const socket = secure
    ? connectTls({ host, port, lookup, servername, rejectUnauthorized: true })
    : connectTcp({ host, port, lookup });
  socket.setNoDelay(true);
  // Its failures are reported by 'close', too.
  socket.on('error', () => {});
  containThrows(socket);
  return socket;
}

/** An error thrown in a handler of the socket, which nothing else would catch, ends this socket and not the process. */
function containThrows(socket: Socket): void {
  const emit = socket.emit.bind(socket) as (name: string | symbol, ...args: unknown[]) => boolean;
  socket.emit = (name: string | symbol, ...args: unknown[]) => {
    try {
      return emit(name, ...args);
    } catch (error) {
      socket.destroy(error as Error);
      return true;
    }
  };
}

function connected(socket: Socket, secure: boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    let failure = new Error('The socket was closed.');
    socket.once(secure ? 'secureConnect' : 'connect', () => resolve());
    socket.on('error', (error) => {
      failure = error;
    });
    socket.once('close', () => reject(failure));
  });
}

function opened(socket: Socket, { address, consumer }: AdapterOptions): Promise<ChannelModel> {
  const { username, password, path } = address;
  const [user, secret] = username === null ? ['guest', 'guest'] : [username, password ?? ''];
  return new Promise((resolve, reject) => {
    const connection = new Connection(socket);
    connection.on('error', () => {});
    connection.on('close', () => socket.destroySoon());
    socket.once('close', () => reject(new Error('The socket was closed during the handshake.')));
    const fields = {
      clientProperties: {
        product: 'Timer Service',
        platform: 'Node.js',
        connection_name: consumer,
        capabilities: {
          publisher_confirms: true,
          'basic.nack': true,
          consumer_cancel_notify: true,
          authentication_failure_close: true,
        },
      },
      mechanism: 'PLAIN',
      response: Buffer.from(`\0${user}\0${secret}`),
      locale: 'en_US',
      channelMax: 0,
      frameMax: FRAME_BYTES,
      maxFrameSize: FRAME_BYTES,
      heartbeat: HEARTBEAT_SECONDS,
      virtualHost: path || '/',
      capabilities: '',
      insist: 0,
    };
    connection.open(fields, (error) => {
      if (error) reject(error);
      else resolve(new Model(connection));
    });
  });
}
