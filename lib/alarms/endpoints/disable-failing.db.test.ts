import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Ctx } from '#/lib/accounts/context.ts';
import { abortAbandoned } from '#/lib/alarms/endpoints/abort-abandoned.ts';
import { disableFailing } from '#/lib/alarms/endpoints/disable-failing.ts';
import { listEndpoints } from '#/lib/alarms/endpoints/list-endpoints.ts';
import { endpointWorld } from '#/lib/alarms/endpoints/test-endpoints.ts';
import { answered } from '#/lib/alarms/firing/test-firing.ts';
import { HOUR_MS } from '#/lib/core/duration.ts';
import { stopSending } from '#/lib/jobs/enqueue.ts';
import type { Mail } from '#/lib/jobs/mail.ts';

const START = '2026-03-10T09:00:00.123Z';

let scene: Awaited<ReturnType<typeof endpointWorld>>;
let maya: Ctx;

beforeAll(async () => {
  scene = await endpointWorld();
  scene.world.database.onClose(() => stopSending(scene.world.db));
});
beforeEach(async () => {
  await scene.forget();
  scene.world.clock.set(START);
  maya = await scene.world.member();
});

const fails = () => answered(500);
const sweep = () =>
  disableFailing({ db: scene.world.db, clock: scene.world.clock, requestId: null }, { afterHours: 120 });
const endpointNow = async () => (await listEndpoints(maya)).endpoints[0]?.endpoint;

test('an endpoint that has failed for 120 hours without one success is disabled, not a millisecond sooner', async () => {
  const { id } = await scene.subscribe(maya, { event_types: ['timer.*'] });
  await scene.tell(maya, 'timer.started');
  await scene.fire(1, fails);
  scene.world.clock.advance(120 * HOUR_MS - 1);
  expect(await sweep()).toBe(0);
  expect(await endpointNow()).toMatchObject({ disabledAt: null, failingSince: new Date(START) });
  const at = scene.world.clock.advance(1);
  expect(await sweep()).toBe(1);
  expect(await endpointNow()).toMatchObject({ id, disabledAt: at, disabledReason: 'failing' });
  expect(await sweep()).toBe(0);
  await abortAbandoned({ db: scene.world.db, clock: scene.world.clock, requestId: null });
  expect((await scene.deliveriesOf(id)).map(({ status }) => status)).toEqual(['aborted']);
});

test('one success begins the hours anew', async () => {
  await scene.subscribe(maya, { event_types: ['timer.*'] });
  await scene.tell(maya, 'timer.started');
  await scene.fire(1, fails);
  scene.world.clock.advance(HOUR_MS);
  await scene.fire(1);
  scene.world.clock.advance(119 * HOUR_MS);
  await scene.tell(maya, 'timer.stopped');
  await scene.fire(1, fails);
  scene.world.clock.advance(119 * HOUR_MS);
  expect(await sweep()).toBe(0);
  scene.world.clock.advance(HOUR_MS);
  expect(await sweep()).toBe(1);
});

test('a success that could not be noted with the endpoint keeps it enabled all the same', async () => {
  const { id } = await scene.subscribe(maya, { event_types: ['timer.*'] });
  await scene.tell(maya, 'timer.started');
  await scene.fire(1, fails);
  scene.world.clock.advance(HOUR_MS);
  await scene.fire(1);
  await scene.query('update endpoints set failing_since = $2 where id = $1', [id, START]);
  scene.world.clock.advance(120 * HOUR_MS);
  expect(await sweep()).toBe(0);
  expect(await endpointNow()).toMatchObject({ disabledAt: null, failingSince: null });
});

test('the other endpoints of the workspace hear of it, and why; the one disabled does not', async () => {
  const broken = await scene.subscribe(maya, { event_types: ['*'], url: 'https://broken.test/' });
  const other = await scene.subscribe(maya, { event_types: ['endpoint.disabled'] });
  await scene.fire(1, fails);
  scene.world.clock.advance(120 * HOUR_MS);
  expect(await sweep()).toBe(1);
  const [told, ...more] = await scene.fire(1);
  expect(more).toEqual([]);
  expect(JSON.parse(told?.body ?? '')).toMatchObject({
    type: 'endpoint.disabled',
    data: { endpoint: { id: broken.id, enabled: false }, reason: 'failing', actor: { kind: 'worker', id: 'engine' } },
  });
  expect((await scene.deliveriesOf(other.id)).map(({ event_type }) => event_type)).toEqual(['endpoint.disabled']);
});

test('one that can’t be disabled keeps no other enabled', async () => {
  const stuck = await scene.subscribe(maya, { event_types: ['timer.*'], url: 'https://stuck.test/' });
  const other = await scene.subscribe(maya, { event_types: ['timer.*'], url: 'https://other.test/' });
  await scene.tell(maya, 'timer.started');
  await scene.fire(2, fails);
  scene.world.clock.advance(120 * HOUR_MS);
  await scene.query("update endpoints set failing_since = failing_since - interval '1 day' where id = $1", [stuck.id]);
  await scene.query(
    "alter table endpoints add constraint stuck check (url <> 'https://stuck.test/' or disabled_at is null)",
  );
  expect(await sweep()).toBe(1);
  await scene.query('alter table endpoints drop constraint stuck');
  const { endpoints } = await listEndpoints(maya);
  await scene.query('delete from endpoints where id = $1', [stuck.id]);
  const gone = endpoints.filter(({ endpoint }) => endpoint.disabledAt !== null);
  expect(gone.map(({ endpoint }) => endpoint.id)).toEqual([other.id]);
});

test('two sweeps at once disable once', async () => {
  await scene.subscribe(maya, { event_types: ['timer.*'] });
  await scene.tell(maya, 'timer.started');
  await scene.fire(1, fails);
  scene.world.clock.advance(120 * HOUR_MS);
  const counts = await Promise.all([sweep(), sweep()]);
  expect(counts.sort()).toEqual([0, 1]);
});

test('owner and admins get a mail that says which one and what to do; members and who is disabled get none', async () => {
  vi.stubEnv('SMTP_URL', 'smtp://127.0.0.1:9');
  vi.stubEnv('MAIL_FROM', 'timers@example.com');
  const { workspaceId } = maya.actor;
  const admin = await scene.world.member({ workspaceId, role: 'admin' });
  const gone = await scene.world.member({ workspaceId, role: 'admin' });
  await scene.query('update memberships set disabled_at = now() where user_id = $1', [gone.actor.userId]);
  await scene.world.member({ workspaceId, role: 'member' });
  await scene.subscribe(maya, { event_types: ['timer.*'], url: 'https://broken.test/hook' });
  await scene.tell(maya, 'timer.started');
  await scene.fire(1, fails);
  scene.world.clock.advance(120 * HOUR_MS);
  expect(await sweep()).toBe(1);
  const mails = await scene.query<{ data: Mail }>("select data from pgboss.job where name = 'send-mail'");
  const people = await scene.query<{ email: string }>('select email from users where id = any ($1)', [
    [maya.actor.userId, admin.actor.userId],
  ]);
  expect(mails.map(({ data }) => data.to).sort()).toEqual(people.map(({ email }) => email).sort());
  expect(mails[0]?.data).toMatchObject({
    subject: 'Webhook disabled: broken.test',
    text: expect.stringMatching(
      /of Acme since 2026-03-10 09:00 UTC[\s\S]*https:\/\/broken\.test\/hook[\s\S]*\/settings#webhooks/,
    ),
  });
  vi.unstubAllEnvs();
});
