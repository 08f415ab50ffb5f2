import { PgBoss } from 'pg-boss';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { applyImport } from '#/lib/tracking/imports/apply-import.ts';
import { getImport } from '#/lib/tracking/imports/get-import.ts';
import { eventually } from '#/test/eventually.ts';
import { exportOf, previewed, uploaded } from '#/test/tracking/imports.ts';
import { testWorld } from '#/test/world.ts';
import { workOnImports } from '#/worker/handlers/run-import.ts';

const world = await testWorld();
let boss: PgBoss;

beforeEach(async () => {
  world.clock.set(new Date('2026-04-01T12:00:00Z'));
  boss = new PgBoss({ connectionString: world.database.url, max: 2, supervise: false, schedule: false });
  boss.on('error', () => {});
  await boss.start();
});
afterEach(() => boss.stop({ graceful: true }));

test('a worker records an applied import, and the audit log names who applied it', async () => {
  const maya = await world.member();
  const one = await uploaded(maya, exportOf('toggl'));
  await previewed(maya, one, { assign: 'me' });
  await applyImport(maya, { id: one.id, ifMatch: null });
  await workOnImports(boss, { db: world.db, clock: world.clock, requestId: null });
  await eventually(async () => expect((await getImport(maya, one.id)).import.status).toBe('applied'));
  const events = await world.db.event.findMany({
    where: { workspaceId: maya.actor.workspaceId },
    orderBy: { id: 'asc' },
  });
  expect(events.map(({ type }) => type)).toEqual(['project.created', 'project.created', 'import.applied']);
  for (const { actor } of events) expect(actor).toMatchObject({ kind: 'session', user_id: maya.actor.userId });
});
