import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import { startTimer } from '#/lib/tracking/timers/start-timer.ts';
import { startTimerInput } from '#/lib/tracking/timers/timer-input-schemas.ts';
import { APP_URL, apiFor, apiKeyFor, apiOf } from '#/test/api-client.ts';
import { testWorld, type World } from '#/test/world.ts';

let world: World;
let owner: Ctx;
let member: Ctx;

beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  owner = await world.member();
  member = await world.member({ workspaceId: owner.actor.workspaceId, role: 'member' });
});

const start = (ctx: Ctx, title: string) =>
  startTimer(ctx, startTimerInput.parse({ title, on_conflict: 'switch' })).then(({ timer }) => timer);

async function exported(ctx: Ctx, query = '') {
  const headers = { authorization: `Bearer ${await apiKeyFor(world, ctx)}` };
  const response = await apiOf(world).request(`${APP_URL}/api/v1/events/export${query}`, { headers });
  return { response, text: await response.text() };
}

/** Enough events for more than two chunks, the older ones of the same instant. */
async function many(ctx: Ctx, count: number): Promise<void> {
  await world.database.pool.query(
    `insert into events (workspace_id, user_id, type, subject_id, actor, data, created_at)
     select $1, $2, 'timer.edited', gen_random_uuid(), '{"kind": "worker", "id": "engine"}', '{"before": null, "after": null}',
            $3::timestamptz + (n / 7) * interval '1 second'
     from generate_series(1, $4::int) n`,
    [ctx.actor.workspaceId, ctx.actor.userId, await world.clock.now(), count],
  );
}

test('an export holds every event once, in the order of the list, however many chunks it is read in', async () => {
  await many(owner, 1_203);
  const { response, text } = await exported(owner, '?type=timer.*');
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="audit-log-[\d-]{10}\.jsonl"$/);
  const api = await apiFor(world, owner);
  const listed: unknown[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const more: string = cursor && `&cursor=${cursor}`;
    const { body } = await api<{ events: unknown[]; next_cursor: string | null }>(
      'GET',
      `/events?type=timer.*&limit=200${more}`,
    );
    listed.push(...body.events);
    cursor = body.next_cursor;
  }
  expect(listed).toHaveLength(1_203);
  expect(text.endsWith('\n')).toBe(true);
  expect(
    text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line)),
  ).toEqual(listed);
});

test('an export of events as a spreadsheet names people and applies the filter', async () => {
  const timer = await start(member, 'Review, "twice"');
  await start(owner, 'Other');
  const { response, text } = await exported(owner, `?format=csv&user_id=${member.actor.userId}&type=timer.started`);
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const [head, line, ...rest] = text.split('\r\n');
  expect(head).toMatch(/^id,created_at,type,/);
  const { name } = await world.db.user.findUniqueOrThrow({ where: { id: member.actor.userId } });
  expect(line).toContain(`,timer.started,`);
  expect(line).toContain(`,${name},${timer.id},`);
  expect(rest).toEqual(['']);
});

test('a caller who may not read all events exports those about their own data only', async () => {
  await start(owner, 'Mine');
  const own = await start(member, 'Theirs');
  const subjects = (text: string) =>
    text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line).subject_id);
  expect(subjects((await exported(member, '?type=timer.*')).text)).toEqual([own.id]);
  expect((await exported(member, `?user_id=${owner.actor.userId}`)).text).toBe('');
  const outsider = await world.member();
  expect(subjects((await exported(outsider, '?type=timer.*')).text)).toEqual([]);
});

test('a client that disconnects stops the export', async () => {
  await many(owner, 1_203);
  const headers = { authorization: `Bearer ${await apiKeyFor(world, owner)}` };
  const response = await apiOf(world).request(`${APP_URL}/api/v1/events/export?type=timer.*`, { headers });
  const reader = response.body?.getReader();
  expect((await reader?.read())?.value?.length).toBeGreaterThan(0);
  await reader?.cancel();
  expect((await reader?.read())?.done).toBe(true);
});
