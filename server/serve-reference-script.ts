import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { bestEncoding, type Encoding } from '#/lib/api/responses/compress.ts';
import { commonHeaders } from '#/lib/core/security-headers.ts';

/** The path from which the reference page loads Redoc. */
export const REFERENCE_SCRIPT_PATH = '/docs/redoc.js';

const BUNDLE = path.join(process.cwd(), 'node_modules/redoc/bundles/redoc.standalone.js');
/** The only thing it would fetch from elsewhere: the image next to its vendor's name. */
const REMOTE_PICTURE = 'https://cdn.redoc.ly/redoc/logo-mini.svg';
const NO_PICTURE = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';
/** Compresses 1,103 kB to 297 in 0.1 s; the highest, 11, to 273 in 1.6 s. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** By encoding: compressed on first request, and cached. */
const created = new Map<Encoding | 'none', Promise<Buffer>>();

/**
 * Redoc as it is published, from our own disk. Its URL has its version, so it may be cached forever. Not a Next route,
 * since Next removes `Content-Encoding` from its routes' responses and does not compress them.
 */
export async function serveReferenceScript(
  request: IncomingMessage,
  response: ServerResponse,
  isHttps: boolean,
): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { Allow: 'GET, HEAD' }).end();
    return;
  }
  const encoding = bestEncoding(request.headers['accept-encoding']?.toString() ?? null);
  const script = await scriptIn(encoding ?? 'none');
  response.writeHead(200, {
    ...commonHeaders(isHttps),
    'Content-Type': 'text/javascript; charset=utf-8',
    'Content-Length': script.length,
    'Cache-Control': 'public, max-age=31536000, immutable',
    Vary: 'Accept-Encoding',
    ...(encoding && { 'Content-Encoding': encoding }),
  });
  response.end(request.method === 'HEAD' ? undefined : script);
}

function scriptIn(encoding: Encoding | 'none'): Promise<Buffer> {
  const known = created.get(encoding);
  if (known) return known;
  const script = encode(encoding);
  created.set(encoding, script);
  // A failure is retried for the next request.
  script.catch(() => created.delete(encoding));
  return script;
}

async function encode(encoding: Encoding | 'none'): Promise<Buffer> {
  if (encoding === 'none') return Buffer.from((await readFile(BUNDLE, 'utf8')).replaceAll(REMOTE_PICTURE, NO_PICTURE));
  const script = await scriptIn('none');
  return encoding === 'br' ? promisify(brotliCompress)(script, BROTLI) : promisify(gzip)(script);
}
