import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip';

/** Below this, the header that names the encoding and the time it takes cost more than the bytes saved. */
const SMALLEST_BYTES = 1_024;
/** Responses are compressed once and sent once: the fast end of each scale. */
const BROTLI_QUALITY = 4;
const GZIP_LEVEL = 4;
/** For the OpenAPI document, 0.2 s once; the last steps of the scale take seconds for 2 %. */
const LASTING_BROTLI_QUALITY = 9;

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/**
 * The text in the best encoding that its reader accepts, compressed off the main thread; null when it is sent as is.
 */
export async function compress(text: string, acceptEncoding: () => string | null) {
  // A text has at least as many bytes as characters, and most responses return here.
  if (text.length < SMALLEST_BYTES) return null;
  const encoding = bestEncoding(acceptEncoding());
  if (!encoding) return null;
  const bytes = encoding === 'br' ? await brotliAsync(text, brotliOptions(text)) : await gzipAsync(text, GZIP);
  return { encoding, bytes };
}

/**
 * A text that is sent many times: compressed once for each encoding, at the strongest level of each scale unless
 * `brotliQuality` is set.
 */
export class CacheableText {
  readonly text: string;
  readonly #brotliQuality: number;
  readonly #compressed = new Map<Encoding, Promise<Buffer>>();

  constructor(text: string, brotliQuality = LASTING_BROTLI_QUALITY) {
    this.text = text;
    this.#brotliQuality = brotliQuality;
  }

  /** Null when it is sent as is. */
  async compressed(acceptEncoding: string | null) {
    const encoding = bestEncoding(acceptEncoding);
    if (!encoding) return null;
    const created = this.#compressed.get(encoding) ?? smallest(this.text, encoding, this.#brotliQuality);
    this.#compressed.set(encoding, created);
    return { encoding, bytes: await created };
  }
}

function smallest(text: string, encoding: Encoding, brotliQuality: number): Promise<Buffer> {
  return encoding === 'br'
    ? brotliAsync(text, brotliOptions(text, brotliQuality))
    : gzipAsync(text, { level: constants.Z_BEST_COMPRESSION });
}

const GZIP = { level: GZIP_LEVEL };

function brotliOptions(text: string, quality = BROTLI_QUALITY) {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  };
}

/** Which of our encodings `Accept-Encoding` prefers (RFC 9110, section 12.5.3); brotli if it has no preference. */
export function bestEncoding(header: string | null): Encoding | null {
  if (!header) return null;
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((word) => word.trim());
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    const weight = quality === undefined ? 1 : Number(quality.slice(2));
    weights.set(name, Number.isFinite(weight) ? weight : 0);
  }
  const weightOf = (name: Encoding) => weights.get(name) ?? weights.get('*') ?? 0;
  const [brotli, zip] = [weightOf('br'), weightOf('gzip')];
  if (Math.max(brotli, zip) <= 0) return null;
  return brotli >= zip ? 'br' : 'gzip';
}
