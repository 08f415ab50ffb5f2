import { readFile } from 'node:fs/promises';
import path from 'node:path';

const BUNDLE = path.join(process.cwd(), 'node_modules/redoc/bundles/redoc.standalone.js');
/** The one thing it would fetch from elsewhere: the picture beside its maker's name. */
const REMOTE_PICTURE = 'https://cdn.redoc.ly/redoc/logo-mini.svg';
const NO_PICTURE = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

let script: Promise<string> | undefined;

/** Redoc as it is published, from our own disk. Its address carries its version, so it may be kept for good. */
export async function GET(): Promise<Response> {
  script ??= readFile(BUNDLE, 'utf8').then((text) => text.replaceAll(REMOTE_PICTURE, NO_PICTURE));
  return new Response(await script, {
    headers: {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'public, max-age=31536000, immutable',
    },
  });
}
