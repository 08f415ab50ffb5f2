import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip';

/** Below this the header that names the encoding and the time it takes are worth more than the bytes saved. */
const SMALLEST_BYTES = 1_024;
/** Answers are made once and sent once: the fast end of each scale. */
const BROTLI_QUALITY = 4;
const GZIP_LEVEL = 4;

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** The text in the best encoding that its reader takes, made off the main thread; null when it goes out as it is. */
export async function compress(text: string, acceptEncoding: () => string | null) {
  // No text has fewer bytes than letters, and most answers end here.
  if (text.length < SMALLEST_BYTES) return null;
  const encoding = bestEncoding(acceptEncoding());
  if (!encoding) return null;
  const bytes = encoding === 'br' ? await brotliAsync(text, brotliOptions(text)) : await gzipAsync(text, GZIP);
  return { encoding, bytes };
}

const GZIP = { level: GZIP_LEVEL };

function brotliOptions(text: string) {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  };
}

/** What `Accept-Encoding` prefers of what we make (RFC 9110, section 12.5.3); brotli where it does not care. */
export function bestEncoding(header: string | null): Encoding | null {
  if (!header) return null;
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((word) => word.trim());
    const given = parameters.find((parameter) => parameter.startsWith('q='));
    const weight = given === undefined ? 1 : Number(given.slice(2));
    weights.set(name, Number.isFinite(weight) ? weight : 0);
  }
  const weightOf = (name: Encoding) => weights.get(name) ?? weights.get('*') ?? 0;
  const [brotli, zip] = [weightOf('br'), weightOf('gzip')];
  if (Math.max(brotli, zip) <= 0) return null;
  return brotli >= zip ? 'br' : 'gzip';
}
