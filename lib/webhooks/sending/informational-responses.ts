import type { Socket } from 'node:net';

const ONE = 0x31;
const ZERO = 0x30;
const THREE = 0x33;
const CR = 0x0d;
const LF = 0x0a;
/** Offset of the three digits in a status line: `HTTP/1.1 100 Continue`. */
const STATUS_AT = 9;

/**
 * Which part of a response comes next: its status line, the rest of an informational one, or a part that is ignored
 * here.
 */
type Part = 'status' | 'informational' | 'rest';

/**
 * undici closes a connection on which the receiver sends 100 Continue unasked, as some do to every POST. A client has
 * to accept that (RFC 9110 section 15.2), and undici accepts the other 1xx. So a 100 is changed to 103: the last digit
 * is replaced in what undici reads from the socket. A connection carries one request at a time.
 */
export class InformationalResponses {
  #part: Part = 'status';
  /** Bytes of the status line that have been seen. */
  #seen = 0;
  #secondDigit = 0;
  #lineLength = 0;

  constructor(socket: Socket) {
    const read = socket.read.bind(socket);
    socket.read = (size?: number) => {
      const chunk: Buffer | null = read(size);
      if (chunk !== null && this.#part !== 'rest') this.#scan(chunk);
      return chunk;
    };
  }

  /** A request is sent: the next bytes read begin a response. */
  startResponse(): void {
    this.#part = 'status';
    this.#seen = 0;
    this.#secondDigit = 0;
  }

  #scan(chunk: Buffer): void {
    for (let at = 0; at < chunk.length && this.#part !== 'rest'; at += 1) {
      if (this.#part === 'status') this.#scanStatus(chunk, at);
      else this.#scanForEnd(chunk[at] as number);
    }
  }

  #scanStatus(chunk: Buffer, at: number): void {
    const byte = chunk[at] as number;
    // Parsers skip empty lines before a response.
    if (this.#seen === 0 && (byte === CR || byte === LF)) return;
    const digit = this.#seen - STATUS_AT;
    this.#seen += 1;
    if (digit === 0 && byte !== ONE) this.#part = 'rest';
    if (digit === 1) this.#secondDigit = byte;
    if (digit !== 2) return;
    if (this.#secondDigit === ZERO && byte === ZERO) chunk[at] = THREE;
    // After 101 the connection no longer speaks HTTP.
    this.#part = this.#secondDigit === ZERO && byte === ONE ? 'rest' : 'informational';
    this.#lineLength = 1;
  }

  #scanForEnd(byte: number): void {
    if (byte === LF && this.#lineLength === 0) this.startResponse();
    else if (byte === LF) this.#lineLength = 0;
    else if (byte !== CR) this.#lineLength += 1;
  }
}
