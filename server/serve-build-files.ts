import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { CacheableText } from '#/lib/api/responses/compress.ts';
import { commonHeaders } from '#/lib/core/security-headers.ts';

const FOLDER = path.join(process.cwd(), '.next/static');
/** Fonts and images are compressed already and take many megabytes, so Next streams them. */
const TYPES: Record<string, string> = {
  '.js': 'application/javascript; charset=UTF-8',
  '.css': 'text/css; charset=UTF-8',
};

/** All scripts of a build take 0.13 s; the last steps of the scale take ten times as long for half a percent. */
const BROTLI_QUALITY = 6;

type Served = { type: string; text: () => Promise<CacheableText> };

/**
 * Scripts and styles of the build, each compressed once, when it is first requested. Next looks up the file and
 * compresses it again for every request: 1.7 ms of processor time for each, here 0.25. Their names change with their
 * content, so they may be cached forever. The function responds and returns true for their paths; Next handles all
 * others.
 */
export function buildFiles(isHttps: boolean, folder = FOLDER) {
  const files = new Map<string, Served>();
  for (const name of globSync('**/*.{js,css}', { cwd: folder })) {
    let text: Promise<CacheableText> | undefined;
    files.set(`/_next/static/${name.replaceAll(path.sep, '/')}`, {
      type: TYPES[path.extname(name)] ?? '',
      text: () => {
        text ??= readFile(path.join(folder, name), 'utf8').then((read) => new CacheableText(read, BROTLI_QUALITY));
        // A failure is retried for the next request.
        text.catch(() => {
          text = undefined;
        });
        return text;
      },
    });
  }
  return async (request: IncomingMessage, response: ServerResponse, target: string): Promise<boolean> => {
    const file = files.get(target);
    if (!file || (request.method !== 'GET' && request.method !== 'HEAD')) return false;
    const text = await file.text();
    const compressed = await text.compressed(request.headers['accept-encoding']?.toString() ?? null);
    const body = compressed?.bytes ?? Buffer.from(text.text);
    response.writeHead(200, {
      ...commonHeaders(isHttps),
      'Content-Type': file.type,
      'Content-Length': body.length,
      'Cache-Control': 'public, max-age=31536000, immutable',
      Vary: 'Accept-Encoding',
      ...(compressed && { 'Content-Encoding': compressed.encoding }),
    });
    response.end(request.method === 'HEAD' ? undefined : body);
    return true;
  };
}
