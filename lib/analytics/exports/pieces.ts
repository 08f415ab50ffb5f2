const PIECE_BYTES = 512 * 1_024;

/** The same bytes in chunks of half a MiB or more: few enough to be rows of a table, small enough to fit in memory. */
export async function* piecesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of bytes) {
    parts.push(part);
    size += part.byteLength;
    if (size < PIECE_BYTES) continue;
    yield joined(parts, size);
    [parts, size] = [[], 0];
  }
  if (size > 0) yield joined(parts, size);
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}
