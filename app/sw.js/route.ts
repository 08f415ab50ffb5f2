import { readFile } from 'node:fs/promises';
import path from 'node:path';

// The service worker: the same source for every build except for its name, so that browsers detect a new one.
export const dynamic = 'force-dynamic';

const HEADERS = { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-cache' };

export async function GET(): Promise<Response> {
  const isDev = process.env.NODE_ENV === 'development';
  return new Response(await (isDev ? read('app/sw.js/no-worker.js') : worker()), { headers: HEADERS });
}

async function worker(): Promise<string> {
  const [source, build] = await Promise.all([read('app/sw.js/worker.js'), read('.next/BUILD_ID')]);
  return `const BUILD = ${JSON.stringify(build.trim())};\n${source}`;
}

function read(file: string): Promise<string> {
  return readFile(path.join(/* turbopackIgnore: true */ process.cwd(), file), 'utf8');
}
