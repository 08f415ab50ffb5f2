import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fingerprint, isFresh, markFresh } from '#/scripts/build/fingerprint.ts';
import { runTool } from '#/scripts/build/run-tool.ts';
import { ROOT } from '#/scripts/project.ts';
import { StartError } from '#/scripts/start-error.ts';

const MARKER = '.next/made-from';
const SOURCES = [
  'app',
  'components',
  'instrumentation-client.ts',
  'lib',
  'proxy.ts',
  'public',
  'server',
  'prisma/schema.prisma',
  'next.config.js',
  'postcss.config.mjs',
  'package.json',
  'package-lock.json',
];
const PROGRESS_EVERY_MS = 10_000;

/** Whether there is a build of these sources. */
export function hasFreshPages(wanted = fingerprint(SOURCES)): boolean {
  return existsSync(path.join(ROOT, '.next/BUILD_ID')) && isFresh(MARKER, wanted);
}

/** Builds the pages when the build is missing or older than its sources. `log` gets progress messages. */
export async function buildPages(log: (line: string) => void): Promise<void> {
  const wanted = fingerprint(SOURCES);
  if (hasFreshPages(wanted)) return;
  // An interrupted build must not count as the previous one.
  rmSync(path.join(ROOT, MARKER), { force: true });
  const began = performance.now();
  const seconds = () => Math.round((performance.now() - began) / 1000);
  log('building the pages (about half a minute the first time) …');
  const progress = setInterval(() => log(`still building, ${seconds()} s`), PROGRESS_EVERY_MS);
  const env = { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' };
  const { ok, output } = await runTool('next/dist/bin/next', ['build'], { env });
  clearInterval(progress);
  if (!ok) throw new StartError(`The pages do not build. This is what the build says:\n${output.trim()}`);
  markFresh(MARKER, wanted);
  log(`built in ${seconds()} s`);
}
