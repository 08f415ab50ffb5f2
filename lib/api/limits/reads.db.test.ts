import { beforeAll, describe, expect, test } from 'vitest';
import { buildApi } from '#/lib/api/app.ts';
import { openReads, type ReadKind, type Reads } from '#/lib/api/limits/reads.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { APP_URL, apiKeyFor, clientOf, hubOf } from '#/test/api-client.ts';
import { testWorld, type World } from '#/test/world.ts';

let world: World;
let maya: Ctx;
let lea: Ctx;

beforeAll(async () => {
  world = await testWorld();
  maya = await world.member();
  lea = await world.member();
});

const SETTINGS = {
  DATABASE_READ_POOL: 6,
  DATABASE_REPORT_POOL: 4,
  READ_TIMEOUT_SECONDS: 1,
  REPORT_TIMEOUT_SECONDS: 2,
  DATABASE_TIMEOUT_MS: 60_000,
};

function reads(): Reads {
  const created = openReads({ ...SETTINGS, DATABASE_URL: world.database.url });
  world.database.onClose(() => created.close());
  return created;
}

/** Reads that end on demand, and those that have begun. */
function held(these: Reads, kind: ReadKind) {
  const end = Promise.withResolvers<void>();
  const started: string[] = [];
  const request = (ctx: Ctx) =>
    these.run(ctx, { kind }, async () => {
      started.push(ctx.actor.workspaceId);
      await end.promise;
      return 'read';
    });
  return { request, begun: started, end: () => end.resolve() };
}

test.each([
  ['read', '1s'],
  ['search', '1s'],
  ['report', '2s'],
] as const)('a %s has connections of its own, whose statements end after %s', async (kind, timeout) => {
  const [statements] = await reads().run(maya, { kind }, ({ db }) => {
    expect(db).not.toBe(maya.db);
    return db.$queryRaw<{ statement_timeout: string }[]>`show statement_timeout`;
  });
  expect(statements).toEqual({ statement_timeout: timeout });
});

test('no statement is compiled, which takes longer than a report', async () => {
  const statements = reads().run(maya, { kind: 'report' }, ({ db }) => db.$queryRaw`show jit`);
  expect(await statements).toEqual([{ jit: 'off' }]);
});

describe('when one workspace reads more than its share', () => {
  test.each([
    ['lists', 'read', 2],
    ['searches', 'search', 1],
    ['reports', 'report', 1],
  ] as const)('its %s wait for each other, and another workspace reads at once', async (_what, kind, share) => {
    const { request, begun, end } = held(reads(), kind);
    const hers = Array.from({ length: 5 }, () => request(maya));
    const other = request(lea);
    await new Promise<void>((resolve) => setImmediate(resolve));
    expect(begun.filter((id) => id === maya.actor.workspaceId)).toHaveLength(share);
    expect(begun).toContain(lea.actor.workspaceId);
    end();
    expect(await Promise.all([...hers, other])).toHaveLength(6);
  });

  test('its lists respond although its searches and reports wait', async () => {
    const these = reads();
    const searches = held(these, 'search');
    const reports = held(these, 'report');
    const waiting = [1, 2, 3].flatMap(() => [searches.request(maya), reports.request(maya)]);
    expect(await these.run(maya, { kind: 'read' }, async () => 'listed')).toBe('listed');
    searches.end();
    reports.end();
    await Promise.all(waiting);
  });

  test('reads beyond the queue’s limit are rejected, and waiting ones are not', async () => {
    const { request, end } = held(reads(), 'search');
    const waiting = Array.from({ length: 21 }, () => request(maya));
    await expect(request(maya)).rejects.toMatchObject({
      status: 503,
      code: 'too_many_reads',
      headers: { 'Retry-After': '2' },
    });
    end();
    expect(await Promise.all(waiting)).toHaveLength(21);
  });
});

describe('changes that scan all data of a workspace', () => {
  test('are rejected, with how to narrow them, when the database cancels one that takes too long', async () => {
    const change = reads().runChange(maya, 'Name fewer.', () =>
      world.db.$transaction(async (tx) => {
        await tx.$executeRaw`set local statement_timeout = 1`;
        return tx.$queryRaw`select count(*) from generate_series(1, 1000000000)`;
      }),
    );
    await expect(change).rejects.toMatchObject({
      code: 'query_too_slow',
      detail: 'This would take too long. Name fewer.',
    });
  });

  const someOf = (these: Reads, ctx: Ctx, count: number) => {
    const end = Promise.withResolvers<void>();
    let started = 0;
    const all = Array.from({ length: count }, () =>
      these.runChange(ctx, undefined, async () => {
        started += 1;
        await end.promise;
      }),
    );
    return { begun: () => started, end: () => [end.resolve(), Promise.all(all)][1] };
  };

  test('wait for each other, unlike searches, reads and changes of another workspace', async () => {
    const these = reads();
    const hers = someOf(these, maya, 3);
    const theirs = someOf(these, lea, 1);
    expect(await these.run(maya, { kind: 'search' }, async () => 'found')).toBe('found');
    expect([hers.begun(), theirs.begun()]).toEqual([1, 1]);
    await Promise.all([hers.end(), theirs.end()]);
    expect(hers.begun()).toBe(3);
  });

  test.each([
    ['abort by name', '/alarms/abort', { name: 'nightly' }, 503],
    ['redrive by name', '/dead-letters/redrive', { name: 'nightly' }, 503],
    ['abort by time', '/alarms/abort', { due_to: '2030-01-01T00:00:00Z' }, 200],
  ])('are rejected when too many wait: %s', async (_what, path, body, status) => {
    const these = reads();
    const { db, clock } = world;
    const api = buildApi({ db, clock, hub: hubOf(world), appUrl: APP_URL, reads: these });
    const [client, other] = await Promise.all(
      [maya, lea].map(async (ctx) => clientOf(api, { authorization: `Bearer ${await apiKeyFor(world, ctx)}` })),
    );
    const waiting = someOf(these, maya, 21);
    expect(await client?.('POST', path, body)).toMatchObject({ status });
    expect(await client?.('POST', path, body, { 'idempotency-key': path })).toMatchObject({ status });
    expect(await other?.('POST', path, body)).toMatchObject({ status: 200 });
    await waiting.end();
  });
});

test('the database cancels a query that takes too long, and the error says how to narrow it', async () => {
  const { db, clock } = world;
  const api = buildApi({ db, clock, hub: hubOf(world), appUrl: APP_URL, reads: reads() });
  const client = clientOf(api, { authorization: `Bearer ${await apiKeyFor(world, maya)}` });
  const holder = await world.database.pool.connect();
  await holder.query('begin');
  await holder.query('lock table alarm_history in access exclusive mode');
  const responses = [
    await client('GET', '/alarms?name=x'),
    await client('POST', '/dead-letters/redrive', { dry_run: true }),
  ];
  // Requests other than lists continue meanwhile.
  const created = await client('POST', '/alarms', { delay: '1h', output_mode: 'event' });
  await holder.query('rollback');
  holder.release();
  expect(responses).toMatchObject([
    { status: 422, body: { code: 'query_too_slow', detail: expect.stringMatching(/than 1 s\. .*due_from/) } },
    { status: 422, body: { code: 'query_too_slow', detail: expect.stringMatching(/than 1 s\. .*finished_from/) } },
  ]);
  expect(created.status).toBe(201);
  expect((await client('GET', '/alarms?name=x')).status).toBe(200);
});
