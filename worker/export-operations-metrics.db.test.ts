import { readFileSync } from 'node:fs';
import { PgBoss } from 'pg-boss';
import { beforeAll, expect, test } from 'vitest';
import { exportOperationsMetrics } from '#/lib/analytics/minutes/export-operations-metrics.ts';
import type { OperationsJson } from '#/lib/analytics/minutes/operations-schemas.ts';
import { writeMinute } from '#/lib/analytics/minutes/write-minute.ts';
import { exportBrokerMetrics } from '#/lib/bridge/brokers/export-broker-metrics.ts';
import { newId } from '#/lib/core/ids.ts';
import { metrics } from '#/lib/core/metrics.ts';
import { CANARY_WORKSPACE } from '#/lib/engine/canary/canary.ts';
import { apiFor } from '#/test/api-client.ts';
import { testWorld, type World } from '#/test/world.ts';
import { createAlarmEngine } from '#/worker/engine/alarm-engine.ts';
import { watchFiring } from '#/worker/engine/watch-firing.ts';

let world: World;

beforeAll(async () => {
  world = await testWorld();
  const system = { db: world.db, clock: world.clock, requestId: null };
  const engine = createAlarmEngine({
    ...system,
    connectionString: world.database.url,
    watch: watchFiring(world.db),
    source: 'http://timers.test',
    onDueSoon: () => {},
  });
  world.database.onClose(() => engine.stop(1_000));
  exportOperationsMetrics(system, CANARY_WORKSPACE);
  exportBrokerMetrics(system);
});

type Dashboard = { panels: { title: string; targets: { expr: string }[] }[] };

/** Every metric that a query of the dashboard names. */
function namesIn(file: string): string[] {
  const dashboard: Dashboard = JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'));
  const queries = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  return queries.flatMap((query) => query.match(/\btimer_service_[a-z_]+/g) ?? ['a query without a metric']);
}

test('before the first minute its age is unknown, and not reported as zero', async () => {
  const text = await metrics.metrics();
  expect(text).toContain('timer_service_figures_age_seconds Nan\n');
  expect(text).toContain('timer_service_workers 0\n');
});

test('the gauges of the last minute are exported with their age', async () => {
  await writeMinute({ db: world.db, clock: world.clock, requestId: null }, CANARY_WORKSPACE);
  world.clock.advance(30_000);
  const text = await metrics.metrics();
  expect(text).toContain('timer_service_timers_running 0\n');
  expect(text).toContain('timer_service_alerts_open 0\n');
  expect(text).toContain('timer_service_oldest_overdue_seconds 0\n');
  expect(text).toContain('timer_service_figures_age_seconds 30.123\n');
  expect(text).toMatch(/timer_service_database_size_bytes \d{6,}\n/);
});

test('each queue of pg-boss is exported with its waiting, active and failed jobs', async () => {
  const boss = new PgBoss({ connectionString: world.database.url, max: 2, supervise: false, schedule: false });
  await boss.start();
  await boss.createQueue('mend', { retryLimit: 0 });
  await boss.createQueue('nothing');
  for (let created = 0; created < 4; created += 1) await boss.send('mend', {});
  const [first, second] = await boss.fetch('mend', { batchSize: 2 });
  await boss.fail('mend', String(first?.id));
  const maya = await world.member();
  const { body } = await (await apiFor(world, maya))<OperationsJson>('GET', '/operations');
  const text = await metrics.metrics();
  await boss.complete('mend', String(second?.id));
  await boss.stop({ graceful: true });
  expect(body.service?.now.queues).toEqual([{ name: 'mend', queued: 2, active: 1, failed: 1 }]);
  expect(text).toContain('timer_service_jobs_queued 2\n');
  expect(text).toContain('timer_service_jobs_failed 1\n');
});

test('every query of the Grafana dashboard uses an exported metric', async () => {
  const text = await metrics.metrics();
  const exported = new Set(
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
  const requested = namesIn('../ops/grafana-dashboard.json');
  expect(requested.length).toBeGreaterThan(20);
  expect(requested.filter((name) => !exported.has(name))).toEqual([]);
});

test('failing brokers are counted, without recovered or paused ones', async () => {
  const { actor } = await world.member();
  const [early, late] = [new Date('2026-03-10T09:00:00Z'), new Date('2026-03-10T09:01:00Z')];
  const failed = { lastError: 'Redis could not be reached.', lastErrorAt: late, lastConnectedAt: early };
  const states = [
    failed,
    { ...failed, lastConnectedAt: null },
    { ...failed, paused: true },
    { ...failed, lastErrorAt: early, lastConnectedAt: late },
    {},
  ];
  const row = { workspaceId: actor.workspaceId, createdBy: actor.userId, kind: 'redis', sealedUrl: '' };
  await world.db.broker.createMany({
    data: states.map((state, at) => ({ ...row, id: newId(), name: `broker-${at}`, ...state })),
  });
  expect(await metrics.metrics()).toContain('timer_service_brokers_failing 2\n');
});
