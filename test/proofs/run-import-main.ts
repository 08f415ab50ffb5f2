import { readFileSync } from 'node:fs';
import { permissionsOf } from '#/lib/context/roles/role.ts';
import { connect } from '#/lib/db/client.ts';
import { databaseClock } from '#/lib/db/database-clock.ts';
import { stopSending } from '#/lib/jobs/enqueue.ts';
import { applyImport } from '#/lib/tracking/imports/apply-import.ts';
import { continueImport } from '#/lib/tracking/imports/continue-import.ts';
import { previewImport } from '#/lib/tracking/imports/preview-import.ts';
import { undoImport } from '#/lib/tracking/imports/undo-import.ts';
import { uploaded } from '#/test/tracking/imports.ts';

// Imports a file and undoes that, like the web process and a worker, and prints the duration of each step and the peak
// memory of the process. `node … DATABASE_URL USER_ID WORKSPACE_ID FILE`

const [, , url = '', userId = '', workspaceId = '', file = ''] = process.argv;
const db = connect(url, 4);
const scopes = new Set(permissionsOf('owner'));
const credential = { kind: 'worker', name: 'imports' } as const;
const ctx = {
  db,
  clock: databaseClock,
  requestId: null,
  actor: { userId, workspaceId, role: 'owner' as const, scopes, credential },
};

type Step = { seconds: number; most_mb: number };
const steps: Record<string, Step> = {};
async function taken<T>(name: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await work();
  const seconds = Math.round((performance.now() - began) / 100) / 10;
  // Kibibytes, as Linux reports them.
  steps[name] = { seconds, most_mb: Math.round(process.resourceUsage().maxRSS / 1_000) };
  return result;
}

await taken('start', async () => {});
const one = await taken('upload', () => uploaded(ctx, readFileSync(file)));
const { import: looked } = await taken('dry_run', () => previewImport(ctx, { id: one.id, ifMatch: null }, {}));
await applyImport(ctx, { id: one.id, ifMatch: null });
await taken('import', () => continueImport(ctx, one.id));
await undoImport(ctx, { id: one.id, ifMatch: null }, { keep_changed: false });
await taken('undo', () => continueImport(ctx, one.id));
await stopSending(db);
await db.$disconnect();
console.log(JSON.stringify({ ready: looked.totals?.byState.ready ?? 0, steps }));
process.exit(0);
