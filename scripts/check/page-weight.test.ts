import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { firstLoadChunks, formatPageWeight, formatPageWeights } from '#/scripts/check/page-weight.ts';

const PAGE = '/(app)/page';
let build: string;

beforeEach(() => {
  build = mkdtempSync(path.join(tmpdir(), 'page-weight-'));
  mkdirSync(path.join(build, 'static/chunks'), { recursive: true });
  mkdirSync(path.join(build, 'server/app/(app)'), { recursive: true });
  writeFileSync(path.join(build, 'build-manifest.json'), JSON.stringify({ rootMainFiles: ['static/chunks/root.js'] }));
  for (const name of ['root', 'own', 'late']) {
    writeFileSync(path.join(build, `static/chunks/${name}.js`), randomBytes(name === 'own' ? 2_000 : 1_000));
  }
});
afterEach(() => rmSync(build, { recursive: true }));

function needs(entryJSFiles: Record<string, string[]>) {
  const manifest = `globalThis.__RSC_MANIFEST["${PAGE}"] = ${JSON.stringify({ entryJSFiles })}`;
  writeFileSync(path.join(build, 'server/app/(app)/page_client-reference-manifest.js'), manifest);
}

describe('the weight of a page', () => {
  it('counts scripts of all pages and of its own parts, each once', () => {
    needs({ layout: ['_next/static/chunks/own.js'], page: ['static/chunks/own.js'] });
    const chunks = firstLoadChunks(build, PAGE);
    expect(chunks.map(({ file }) => file)).toEqual(['static/chunks/own.js', 'static/chunks/root.js']);
    expect(chunks[0]?.gzipBytes).toBeGreaterThan(2_000);
  });

  it('is unknown when the build names no scripts', () => {
    needs({});
    expect(() => firstLoadChunks(build, PAGE)).toThrow('does not say which scripts');
  });

  it('is listed for each page by its URL, and for nothing else', () => {
    needs({ page: ['static/chunks/own.js'] });
    const routes = { [PAGE]: '/', '/api/health/route': '/api/health' };
    writeFileSync(path.join(build, 'app-path-routes-manifest.json'), JSON.stringify(routes));
    expect(firstLoadChunks(build, PAGE)).toHaveLength(2);
    expect(formatPageWeights(build), 'read once more').toMatch(/^\s*3\d{3} {2}\/$/);
  });

  it('is rejected above the limit, and lists the heaviest chunks', () => {
    const chunks = [
      { file: 'a.js', gzipBytes: 700 },
      { file: 'b.js', gzipBytes: 301 },
    ];
    expect(formatPageWeight(chunks, 1_001).ok).toBe(true);
    const rejected = formatPageWeight(chunks, 1_000);
    expect(rejected.ok).toBe(false);
    expect(rejected.output).toContain('1001 bytes of script (gzip), at most 1000 allowed');
    expect(rejected.output).toContain('301  b.js');
  });
});
