import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

export type Chunk = { file: string; gzipBytes: number };

/**
 * The manifest that Next writes for each page: the files that its client components need, by the module that imports
 * them.
 */
type PageManifest = { entryJSFiles?: Record<string, string[]> };

/** The prefix of the build's file names. */
const ASSET_PREFIX = /^\/?_next\//;

/** The scripts that a browser fetches before a page of the build can be used, heaviest first. Sizes are gzipped. */
export function firstLoadChunks(build: string, page: string): Chunk[] {
  const roots: string[] = JSON.parse(readFileSync(path.join(build, 'build-manifest.json'), 'utf8')).rootMainFiles;
  const own = Object.values(pageManifest(build, page).entryJSFiles ?? {}).flat();
  // A page without scripts of its own means that the manifest was misread, not that the page is small.
  if (roots.length === 0 || own.length === 0) throw new Error(`The build does not say which scripts ${page} needs.`);
  return [...new Set([...roots, ...own].map((file) => file.replace(ASSET_PREFIX, '')))]
    .map((file) => ({ file, gzipBytes: gzipSync(readFileSync(path.join(build, file))).length }))
    .sort((a, b) => b.gzipBytes - a.gzipBytes);
}

/** The limit and the weight, then one chunk a line. */
export function formatPageWeight(chunks: Chunk[], limit: number): { ok: boolean; output: string } {
  const total = sum(chunks);
  const lines = chunks.map(({ file, gzipBytes }) => `${String(gzipBytes).padStart(8)}  ${file}`);
  return {
    ok: total <= limit,
    output: [`${total} bytes of script (gzip), at most ${limit} allowed`, ...lines].join('\n'),
  };
}

/** One line for each page of the product, by its URL: the scripts a browser fetches before it can be used. */
export function formatPageWeights(build: string): string {
  const routes: Record<string, string> = JSON.parse(
    readFileSync(path.join(build, 'app-path-routes-manifest.json'), 'utf8'),
  );
  return Object.entries(routes)
    .filter(([page]) => page.startsWith('/(') && page.endsWith('/page'))
    .map(([page, address]) => ({ address, bytes: sum(firstLoadChunks(build, page)) }))
    .sort((a, b) => b.bytes - a.bytes)
    .map(({ address, bytes }) => `${String(bytes).padStart(8)}  ${address}`)
    .join('\n');
}

function sum(chunks: Chunk[]): number {
  return chunks.reduce((total, { gzipBytes }) => total + gzipBytes, 0);
}

/** The manifest is a script that registers itself under the page's name. */
function pageManifest(build: string, page: string): PageManifest {
  const holder = globalThis as { __RSC_MANIFEST?: Record<string, PageManifest> };
  const before = holder.__RSC_MANIFEST;
  holder.__RSC_MANIFEST = {};
  const require = createRequire(import.meta.url);
  const file = path.resolve(build, `server/app${page}_client-reference-manifest.js`);
  try {
    // It registers itself each time it is read, not only the first time.
    delete require.cache[file];
    require(file);
    return holder.__RSC_MANIFEST[page] ?? {};
  } finally {
    if (before) holder.__RSC_MANIFEST = before;
    else delete holder.__RSC_MANIFEST;
  }
}
