import { PgBoss } from 'pg-boss';
import { expect, test } from 'vitest';
import { FORMER_PERIODIC_JOBS, PRUNE_ALARMS } from '#/lib/jobs/job.ts';
import { testWorld } from '#/test/world.ts';
import { registerPeriodicJobs } from '#/worker/periodic.ts';

test('a worker stops scheduling jobs by their former names, and leaves none of them in a queue', async () => {
  const world = await testWorld();
  const boss = new PgBoss({ connectionString: world.database.url, max: 2, supervise: false, schedule: false });
  world.database.onClose(() => boss.stop({ graceful: true }));
  await boss.start();
  const [former = ''] = FORMER_PERIODIC_JOBS;
  await boss.createQueue(former);
  await boss.schedule(former, '11 * * * *');
  await boss.send(former);
  const system = { db: world.db, clock: world.clock, requestId: null };
  await registerPeriodicJobs(boss, system, system);
  const scheduled = (await boss.getSchedules()).map(({ name }) => name);
  expect(scheduled).toContain(PRUNE_ALARMS.name);
  expect(scheduled.filter((name) => FORMER_PERIODIC_JOBS.includes(name))).toEqual([]);
  expect(await boss.fetch(former)).toEqual([]);
});
