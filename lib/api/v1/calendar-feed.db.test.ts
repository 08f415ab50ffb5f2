import ICAL from 'ical.js';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import { type ApiClient, clientWith } from '#/test/api-client.ts';
import { sessionFor } from '#/test/contract/session-client.ts';
import { recordTime } from '#/test/recorded-time.ts';
import { testWorld, type World } from '#/test/world.ts';

let world: World;
let maya: Ctx;
let session: ApiClient;
let calendar: ApiClient;

beforeAll(async () => {
  world = await testWorld();
  calendar = clientWith(world, {});
});
beforeEach(async () => {
  world.clock.set('2026-04-10T09:00:00.123Z');
  maya = await world.member({ timeZone: 'Europe/Berlin' });
  session = await sessionFor(world, maya);
});

async function newPath(): Promise<string> {
  const { body } = await session<{ url: string }>('POST', '/me/calendar-feed');
  return new URL(body.url).pathname.replace('/api/v1', '');
}

function eventsOf(text: string) {
  const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((one) => new ICAL.Event(one));
  return events.map(({ summary, startDate, endDate, uid }) => ({
    summary,
    start: startDate.toJSDate().toISOString(),
    end: endDate.toJSDate().toISOString(),
    uid,
  }));
}

test('a calendar shows its member’s time of the last 90 days, cut at midnight, and no one else’s', async () => {
  const { workspaceId } = maya.actor;
  const leo = await world.member({ workspaceId, role: 'member' });
  await recordTime(world, leo, [['2026-04-09T09:00:00Z', '2026-04-09T10:00:00Z']], { title: 'Of Leo' });
  await recordTime(world, maya, [['2025-12-01T09:00:00Z', '2025-12-01T10:00:00Z']], { title: 'Long ago' });
  await recordTime(world, maya, [['2026-04-08T21:00:00Z', '2026-04-08T23:00:00Z']], {
    title: 'Late, with; signs\nand lines',
  });
  await session('POST', '/timers/start', { title: 'Runs' });
  const { headers, body } = await calendar<string>('GET', await newPath());
  expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  const events = eventsOf(body);
  expect(events.map(({ uid: _uid, ...event }) => event)).toEqual([
    { summary: 'Late, with; signs\nand lines', start: '2026-04-08T21:00:00.000Z', end: '2026-04-08T22:00:00.000Z' },
    { summary: 'Late, with; signs\nand lines', start: '2026-04-08T22:00:00.000Z', end: '2026-04-08T23:00:00.000Z' },
  ]);
  expect(new Set(events.map(({ uid }) => uid)).size).toBe(2);
});

test('a calendar with the current state gets 304, until something changes', async () => {
  await recordTime(world, maya, [['2026-04-09T09:00:00Z', '2026-04-09T10:00:00Z']]);
  const path = await newPath();
  const etag = (await calendar('GET', path)).headers.get('etag') ?? '';
  world.clock.advance(60_000);
  const again = await calendar('GET', path, undefined, { 'if-none-match': `"other", W/${etag}` });
  expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, null, etag]);
  await recordTime(world, maya, [['2026-04-09T11:00:00Z', '2026-04-09T12:00:00Z']]);
  const changed = await calendar('GET', path, undefined, { 'if-none-match': etag });
  expect(changed.status).toBe(200);
  expect(changed.headers.get('etag')).not.toBe(etag);
});

test('a new URL invalidates the previous one, and revoking it ends both', async () => {
  const first = await newPath();
  const second = await newPath();
  expect((await calendar('GET', first)).status).toBe(404);
  expect((await calendar('GET', second)).status).toBe(200);
  const shown = await session<{ feed: { last_read_at: string } }>('GET', '/me/calendar-feed');
  expect(shown.body.feed.last_read_at).toBe('2026-04-10T09:00:00.123Z');
  await session('DELETE', '/me/calendar-feed');
  expect((await calendar('GET', second)).status).toBe(404);
  expect((await session<{ feed: null }>('GET', '/me/calendar-feed')).body.feed).toBeNull();
});

test('the secret is kept as a hash only, and a disabled member’s calendar is closed', async () => {
  const leo = await world.member({ workspaceId: maya.actor.workspaceId, role: 'member' });
  session = await sessionFor(world, leo);
  const path = await newPath();
  const token = path.split('/').at(-1)?.replace('.ics', '') ?? '';
  const { rows } = await world.database.pool.query('select to_jsonb(f)::text as row from calendar_feeds f');
  expect(JSON.stringify(rows)).not.toContain(token);
  expect(JSON.stringify(rows)).not.toContain(Buffer.from(token).toString('hex'));
  const { workspaceId, userId } = leo.actor;
  const disabledAt = await world.clock.now();
  await world.db.membership.updateMany({ where: { workspaceId, userId }, data: { disabledAt } });
  expect((await calendar('GET', path)).status).toBe(404);
});
