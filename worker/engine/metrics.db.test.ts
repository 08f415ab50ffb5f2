import { readFileSync } from 'node:fs';
import { beforeAll, expect, test, vi } from 'vitest';
import { createAlarmInput } from '#/lib/alarms/alarms/alarm-input-schemas.ts';
import { createReceiver } from '#/lib/alarms/receivers/create-receiver.ts';
import { createReceiverInput } from '#/lib/alarms/receivers/receiver-schemas.ts';
import { createAlarm } from '#/lib/alarms/registration/create-alarm.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { metrics } from '#/lib/core/metrics.ts';
import { databaseClock } from '#/lib/db/database-clock.ts';
import { ensurePartitions } from '#/lib/engine/partitions/keep-partitions.ts';
import { eventually } from '#/test/eventually.ts';
import { httpReceiver } from '#/test/webhooks/receiver.ts';
import { testWorld, type World } from '#/test/world.ts';
import { type AlarmEngine, createAlarmEngine } from '#/worker/engine/alarm-engine.ts';
import { watchFiring } from '#/worker/engine/watch-firing.ts';

let world: World;
let maya: Ctx;
let engine: AlarmEngine;

beforeAll(async () => {
  // Long enough to count retries before they are sent again.
  process.env.ALARM_RETRY_SCHEDULE = '1h';
  world = await testWorld();
  const system = { db: world.db, clock: databaseClock, requestId: null };
  await ensurePartitions(system);
  // The engine uses the database's clock.
  maya = { ...(await world.member()), clock: databaseClock };
  engine = createAlarmEngine({
    ...system,
    connectionString: world.database.url,
    watch: watchFiring(world.db),
    source: 'http://timers.test',
    onDueSoon: () => {},
  });
  world.database.onClose(() => engine.stop(1_000));
  await engine.start();
});

const create = (input: object) => createAlarm(maya, createAlarmInput.parse(input));
const countOf = async (name: string, labels: string) => {
  const line = (await metrics.metrics()).split('\n').find((one) => one.startsWith(`${name}{${labels}}`));
  return line ? Number(line.split(' ').at(-1)) : 0;
};

test('every metric in the documentation exists, and changes with the engine’s work', async () => {
  const good = await httpReceiver();
  const gone = await httpReceiver((response) => response.writeHead(410).end());
  const busy = await httpReceiver((response) => response.writeHead(503).end());
  await create({ delay_ms: 5, url: good.url });
  await create({ delay_ms: 5, url: gone.url });
  await create({ delay_ms: 5, url: busy.url });
  await create({ delay: '1h', url: good.url });

  const events = 'timer_service_events_processed_total';
  await eventually(async () => {
    expect(await countOf(events, 'type="registered"')).toBe(4);
    expect(await countOf(events, 'type="fired"')).toBe(3);
    expect(await countOf(events, 'type="delivered"')).toBe(1);
    expect(await countOf(events, 'type="dead"')).toBe(1);
    expect(await countOf(events, 'type="retried"')).toBe(1);
  });
  expect(await countOf('timer_service_dead_letters_total', 'reason="gone"')).toBe(1);
  expect(await countOf('timer_service_processing_errors_total', 'kind="status_503",attempt="1"')).toBe(1);
  for (const stage of ['claim', 'sent', 'responded']) {
    expect(await countOf('timer_service_firing_lateness_seconds_count', `stage="${stage}"`)).toBe(3);
  }
  const text = await metrics.metrics();
  // One waits for its due time in an hour, one for its retry.
  expect(text).toContain('timer_service_pending_alarms 2\n');
  expect(text).toContain('timer_service_listener_up 1\n');
  for (const name of documentedMetrics()) expect(text).toContain(`# TYPE ${name} `);
});

test('a worker notified of a paused receiver reads the settings, and counts the alarms it holds back', async () => {
  const receiver = await httpReceiver();
  const reads = vi.spyOn(engine.firing, 'expectReceiverChange');
  await createReceiver(maya, createReceiverInput.parse({ origin: new URL(receiver.url).origin, paused: true }));
  await eventually(() => expect(reads).toHaveBeenCalled());
  await create({ delay_ms: 5, url: receiver.url });
  await eventually(async () => expect(await metrics.metrics()).toContain('timer_service_queued_alarms 1\n'));
});

function documentedMetrics(): string[] {
  const page = readFileSync(new URL('../../docs/alarms.md', import.meta.url), 'utf8');
  const names = [...page.matchAll(/`(timer_service_[a-z_]+)/g)].map((match) => match[1] as string);
  expect(names.length).toBeGreaterThan(10);
  return names;
}
