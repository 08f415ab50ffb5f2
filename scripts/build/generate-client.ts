import { existsSync } from 'node:fs';
import path from 'node:path';
import { fingerprint, isFresh, markFresh } from '#/scripts/build/fingerprint.ts';
import { runTool } from '#/scripts/build/run-tool.ts';
import { ROOT } from '#/scripts/project.ts';
import { StartError } from '#/scripts/start-error.ts';

const MARKER = 'lib/db/generated/.made-from';
// `prisma generate` does not use the native schema engine, but would download it first; the path below stops that.
const OFFLINE = { PRISMA_SCHEMA_ENGINE_BINARY: '/bin/true', PRISMA_HIDE_UPDATE_MESSAGE: '1', CHECKPOINT_DISABLE: '1' };

/** Generates lib/db/generated from prisma/schema.prisma when it is missing or stale. Returns true if it did. */
export async function generateClient(): Promise<boolean> {
  const wanted = fingerprint(['prisma/schema.prisma', 'package-lock.json']);
  if (existsSync(path.join(ROOT, 'lib/db/generated/client.ts')) && isFresh(MARKER, wanted)) return false;
  const { ok, output } = await runTool('prisma/build/index.js', ['generate'], { env: OFFLINE });
  if (!ok) throw new StartError(`The database client cannot be generated from prisma/schema.prisma:\n${output.trim()}`);
  markFresh(MARKER, wanted);
  return true;
}
