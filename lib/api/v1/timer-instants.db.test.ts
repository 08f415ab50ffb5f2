import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import type { TimerJson, TimerListJson, TimerSyncJson } from '#/lib/tracking/timers/timer-schemas.ts';
import { type ApiClient, apiFor } from '#/test/api-client.ts';
import { testWorld, type World } from '#/test/world.ts';

const START = new Date('2026-03-10T09:00:00.000Z');
const SECOND = 1_000;

let world: World;
let maya: Ctx;
let api: ApiClient;

beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  world.clock.set(START);
  maya = await world.member({ role: 'owner' });
  api = await apiFor(world, maya);
});

type Changed = { timer: TimerJson; server_time: string };
/** The response of a request sent a second after the previous one. */
async function later<T = Changed>(method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, body?: object) {
  world.clock.advance(SECOND);
  const response = await api<T>(method, path, body);
  expect([response.status, response.body]).toMatchObject([response.status < 300 ? response.status : 200, {}]);
  return response.body;
}
const eventsOf = async (id: string) =>
  (
    await world.database.pool.query<{ data: { before: TimerJson | null; after: TimerJson; timer: TimerJson } }>(
      'select data from events where workspace_id = $1 and subject_id = $2 order by id',
      [maya.actor.workspaceId, id],
    )
  ).rows.map(({ data }) => data);

test('a timer shows when it was created and when it last changed, in lists and in its events too', async () => {
  const { timer } = await later('POST', '/timers/start', { title: 'Work', started_at: '2026-03-10T08:00:00Z' });
  const created_at = '2026-03-10T09:00:01.000Z';
  expect(timer).toMatchObject({ created_at, updated_at: created_at });

  const changes: [path: string, body: object][] = [
    ['pause', {}],
    ['resume', {}],
    ['stop', {}],
    ['split', { at: '2026-03-10T08:30:00Z' }],
    ['discard', {}],
    ['restore', {}],
  ];
  for (const [path, body] of changes) {
    const { timer: changed, server_time } = await later('POST', `/timers/${timer.id}/${path}`, body);
    expect([path, changed]).toMatchObject([path, { created_at, updated_at: server_time }]);
    expect((await later('GET', `/timers/${timer.id}`)).timer).toMatchObject({ created_at, updated_at: server_time });
  }
  const { timer: edited, server_time: updated_at } = await later('PATCH', `/timers/${timer.id}`, { title: 'Other' });
  expect(edited).toMatchObject({ created_at, updated_at });
  const same = await later('PATCH', `/timers/${timer.id}`, { title: 'Other' });
  expect(same.timer.updated_at).toBe(updated_at);

  const { timers } = await later<TimerListJson>('GET', '/timers');
  expect(timers.find(({ id }) => id === timer.id)).toMatchObject({ created_at, updated_at });
  const sync = await later<TimerSyncJson>('GET', '/sync/timers?updated_since=2026-03-10T09:00:00Z');
  expect(sync.timers.find(({ id }) => id === timer.id)).toMatchObject({ created_at, updated_at });

  const events = await eventsOf(timer.id);
  expect(events.length).toBeGreaterThan(changes.length);
  let before: string | null = null;
  for (const data of events) {
    expect(data.timer.created_at).toBe(created_at);
    expect(data.after.updated_at).toBe(data.timer.updated_at);
    expect(data.before?.updated_at ?? null).toBe(before);
    before = data.timer.updated_at;
  }
  expect(before).toBe(updated_at);
});

test('a timer split off another has its own creation time', async () => {
  const { timer } = await later('POST', '/timers/start', { started_at: '2026-03-10T08:00:00Z' });
  await later('POST', `/timers/${timer.id}/stop`);
  const split = await later<Changed & { second: TimerJson }>('POST', `/timers/${timer.id}/split`, {
    at: '2026-03-10T08:30:00Z',
  });
  expect(split.second).toMatchObject({ created_at: split.server_time, updated_at: split.server_time });
  const merged = await later<Changed & { merged: TimerJson }>('POST', `/timers/${timer.id}/merge`, {
    timer_id: split.second.id,
  });
  expect([merged.timer.updated_at, merged.merged.updated_at]).toEqual([merged.server_time, merged.server_time]);
  expect((await later('GET', `/timers/${split.second.id}`)).timer).toEqual(merged.merged);
});

test('a correction shows the same change time as the timer afterward', async () => {
  const { timer } = await later('POST', '/timers', {
    spans: [{ started_at: '2026-03-10T07:00:00Z', ended_at: '2026-03-10T08:00:00Z' }],
  });
  const body = {
    reason: 'Forgot to stop it',
    timers: [{ timer_id: timer.id, version: 1, title: 'Other' }],
  };
  const correction = await later<{
    effect: { timers: { after: TimerJson }[] };
    correction: { id: string };
    server_time: string;
  }>('POST', '/corrections', body);
  expect(correction.effect.timers[0]?.after.updated_at).toBe(correction.server_time);
  expect((await later('GET', `/timers/${timer.id}`)).timer).toEqual(correction.effect.timers[0]?.after);
  const back = await later<typeof correction>('POST', `/corrections/${correction.correction.id}/revert`, {
    reason: 'It was right before',
  });
  expect(back.effect.timers[0]?.after.updated_at).toBe(back.server_time);
  expect((await later('GET', `/timers/${timer.id}`)).timer).toEqual(back.effect.timers[0]?.after);
});
