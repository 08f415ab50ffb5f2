import type { Server } from 'node:http';
import type { Socket } from 'node:net';

type Chunk = { chunk: Buffer | string; encoding: BufferEncoding };
type Written = (error?: Error | null) => void;

/**
 * Simulates clients that stop reading from a server until every buffer is full. With real unread data, kernel buffers
 * would decide, whose size depends on the machine.
 */
export class StalledWrites {
  readonly #afterBytes = new Map<number, number>();
  readonly #open = new Map<number, Socket>();
  readonly #held = new Map<number, () => void>();

  constructor(server: Server) {
    server.on('connection', (socket) => {
      const port = socket.remotePort ?? 0;
      this.#open.set(port, socket);
      socket.on('close', () => {
        if (this.#open.get(port) !== socket) return;
        // Another client may get this port.
        for (const known of [this.#open, this.#afterBytes, this.#held]) known.delete(port);
      });
      if (this.#afterBytes.has(port)) this.#hold(port, socket);
    });
  }

  /** Passes this many more bytes to the client at this port, and then none until `resume`. */
  stall(clientPort: number, afterBytes = 0): void {
    this.#afterBytes.set(clientPort, afterBytes);
    const socket = this.#open.get(clientPort);
    if (socket) this.#hold(clientPort, socket);
  }

  resume(clientPort: number): void {
    this.#afterBytes.set(clientPort, Number.POSITIVE_INFINITY);
    this.#held.get(clientPort)?.();
  }

  /** A stream passes one write at a time and waits for its callback. */
  #hold(port: number, socket: Socket): void {
    const write = socket._write.bind(socket);
    const writeAll = socket._writev?.bind(socket);
    const pass = (bytes: number, go: () => void) => {
      const left = this.#afterBytes.get(port) ?? 0;
      if (bytes > left) return this.#held.set(port, () => pass(bytes, go));
      this.#afterBytes.set(port, left - bytes);
      this.#held.delete(port);
      go();
    };
    socket._write = (chunk: Buffer | string, encoding, done: Written) =>
      pass(Buffer.byteLength(chunk), () => write(chunk, encoding, done));
    socket._writev = (chunks: Chunk[], done: Written) =>
      pass(
        chunks.reduce((sum, { chunk }) => sum + Buffer.byteLength(chunk), 0),
        () => writeAll?.(chunks, done),
      );
  }
}
