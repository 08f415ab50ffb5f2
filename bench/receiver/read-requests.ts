export type Received = { head: string; body: string };

const HEAD_END = Buffer.from('\r\n\r\n');
const LENGTH = /\r\ncontent-length: *(\d+)/i;
const CHUNKED = /\r\ntransfer-encoding:/i;

/**
 * Takes complete HTTP/1.1 requests off the front of a connection's data. Returns them and the rest. Supports only what
 * the bench needs: bodies with a length. Throws for chunked ones.
 */
export function readRequests(bytes: Buffer): { requests: Received[]; rest: Buffer } {
  const requests: Received[] = [];
  let from = 0;
  while (from < bytes.length) {
    const headEnd = bytes.indexOf(HEAD_END, from);
    if (headEnd === -1) break;
    const head = bytes.toString('latin1', from, headEnd);
    const bodyStart = headEnd + HEAD_END.length;
    const bodyEnd = bodyStart + bodyLength(head);
    if (bodyEnd > bytes.length) break;
    requests.push({ head, body: bytes.toString('latin1', bodyStart, bodyEnd) });
    from = bodyEnd;
  }
  return { requests, rest: bytes.subarray(from) };
}

function bodyLength(head: string): number {
  if (CHUNKED.test(head)) throw new Error('The receiver reads no chunked bodies.');
  return Number(LENGTH.exec(head)?.[1] ?? 0);
}
