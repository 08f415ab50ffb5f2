import { beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import { DAY_MS } from '#/lib/core/duration.ts';
import { cutOldEvents } from '#/lib/feed/retention/cut-old-events.ts';
import { pauseTimer } from '#/lib/tracking/timers/pause-timer.ts';
import { type ApiClient, apiFor, apiKeyFor } from '#/test/api-client.ts';
import { seeWorker } from '#/test/seen-worker.ts';
import { messagesOf, receives, subscribe } from '#/test/socket-client.ts';
import { socketByKey, socketScene, startWork } from '#/test/socket-scene.ts';

type Data = Record<string, unknown>;
type Listed = {
  events: { id: string; type: string; data: Data }[];
  next_after: string;
  more: boolean;
};

/** So few that the clock of all tests stays behind the database's own, which protects events of its last day. */
const RETENTION_DAYS = 3;

const scene = socketScene();
let api: ApiClient;

beforeEach(async () => {
  api = await apiFor(scene.world, scene.maya);
});

const system = () => ({ db: scene.world.db, clock: scene.world.clock, requestId: null });

/** A timer that is started and paused: two events. */
async function work(ctx: Ctx, title: string): Promise<void> {
  const { timer } = await startWork(ctx, title);
  scene.world.clock.advance(60_000);
  await pauseTimer(ctx, { id: timer.id, ifMatch: null });
}

async function cut(options: Parameters<typeof cutOldEvents>[1] = {}): Promise<number> {
  await seeWorker(scene.world);
  return cutOldEvents(system(), { retentionDays: RETENTION_DAYS, ...options });
}

/** Two old events and two that are kept whole, with the cursors before, among and after the old ones. */
async function oldAndNew() {
  const { next_after: before } = (await list('')).body;
  await work(scene.maya, 'Old');
  const { next_after: amid } = (await list(`?limit=1&after=${before}`)).body;
  const { next_after: between } = (await list('')).body;
  scene.world.clock.advance((RETENTION_DAYS + 1) * DAY_MS);
  await work(scene.maya, 'New');
  await cut();
  return { before, amid, between };
}

const list = (query: string) => api<Listed>('GET', `/events${query}`);
const has = ({ body }: { body: Listed }) => body.events.map(({ type, data }) => [type, 'timer' in data]);
const NEW = [
  ['timer.started', true],
  ['timer.paused', true],
];

describe('events past their retention', () => {
  test('keep the data that the audit log needs', async () => {
    await oldAndNew();
    const { events } = (await list('')).body;
    const [, , paused, started] = events;
    expect(paused).toMatchObject({
      type: 'timer.paused',
      data: { before: { status: 'running', title: 'Old' }, after: { status: 'paused', title: 'Old' } },
    });
    expect(Object.keys(paused?.data ?? {}).sort()).toEqual(['after', 'before']);
    expect(started?.data).toMatchObject({ before: null, after: { title: 'Old' } });
    expect(Object.keys(events[0]?.data ?? {})).toContain('timer');
  });

  test('are cut a batch at a time, once, in id order, and no further than one run’s limit', async () => {
    // Cuts the events of other tests first.
    scene.world.clock.advance((RETENTION_DAYS + 1) * DAY_MS);
    await cut();
    for (const title of ['One', 'Two', 'Three']) await work(scene.maya, title);
    scene.world.clock.advance((RETENTION_DAYS + 1) * DAY_MS);
    expect(await cut({ atATime: 2, mostBatches: 2 })).toBe(4);
    const whole = has(await list('')).filter(([, isWhole]) => isWhole);
    expect(whole).toHaveLength(2);
    expect(await cut({ atATime: 2 })).toBe(2);
    expect(await cut({ atATime: 2 })).toBe(0);
  });

  test('are kept whole forever when retention is 0 days', async () => {
    await work(scene.maya, 'Old');
    scene.world.clock.advance((RETENTION_DAYS + 1) * DAY_MS);
    expect(await cut({ retentionDays: 0 })).toBe(0);
    expect(has(await list(''))).toEqual([...NEW].reverse());
  });

  test('expire a cursor before them: the list returns an error with where to start', async () => {
    const { before, amid, between } = await oldAndNew();
    for (const expired of [before, amid]) {
      expect(await list(`?after=${expired}`)).toMatchObject({ status: 410, body: { code: 'cursor_expired' } });
    }
    expect(has(await list(`?after=${between}`))).toEqual(NEW);
    expect(has(await list('?after=start'))).toEqual(NEW);
    expect(has(await list(`?after=${(await list('?after=start&limit=1')).body.next_after}`))).toEqual(NEW.slice(1));
  });

  test('of another workspace expire no cursor', async () => {
    const outsider = await scene.world.member();
    const { next_after: after } = (await list('')).body;
    await work(outsider, 'Theirs');
    scene.world.clock.advance((RETENTION_DAYS + 1) * DAY_MS);
    await work(scene.maya, 'Ours');
    await cut();
    expect(has(await list(`?after=${after}`))).toEqual(NEW);
  });

  test('reset a stream that resumes before them, and none that resumes after them', async () => {
    const { before, amid, between } = await oldAndNew();
    const authorization = `Bearer ${await apiKeyFor(scene.world, scene.maya)}`;
    for (const [cursor, event] of [
      [before, 'reset'],
      [amid, 'reset'],
      [between, 'timer'],
    ] as const) {
      const stream = await fetch(`${scene.server.url}/stream?topics=timers&last_event_id=${cursor}`, {
        headers: { authorization },
      });
      let text = '';
      for await (const chunk of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        text += chunk;
        if (/event: (reset|timer)\n/.test(text)) break;
      }
      expect(/event: (reset|timer)\n/.exec(text)?.[1]).toBe(event);
    }
  });

  test('reset a socket that resumes before them, and none that resumes after them', async () => {
    const { before, between } = await oldAndNew();
    const early = await socketByKey(scene, scene.maya);
    await subscribe(early, ['timers'], { last_event_id: before });
    await receives(early, 'reset');
    expect(messagesOf(early, 'timer.started')).toEqual([]);
    const late = await socketByKey(scene, scene.maya);
    await subscribe(late, ['timers'], { last_event_id: between });
    await receives(late, 'timer.paused');
    expect(messagesOf(late, 'reset')).toEqual([]);
  });
});

describe('after a restore into another cluster, whose transactions have lower numbers', () => {
  const query = (text: string, values: unknown[] = []) => scene.world.database.pool.query(text, values);
  /** Far ahead of any transaction here. */
  const AHEAD = '9000000000000';
  const through = async (): Promise<string> =>
    (await query('select through_xid::text as xid from feed_retention')).rows[0].xid;

  test('a cursor of this cluster stays valid, whatever was cut there', async () => {
    const { between } = await oldAndNew();
    await query('update feed_retention set through_xid = $1::xid8', [AHEAD]);
    expect(has(await list(`?after=${between}`))).toEqual(NEW);
    expect(has(await list('?after=start'))).not.toEqual([]);
  });

  test('cutting counts by this cluster’s own transactions, and expires cursors again', async () => {
    const { between } = await oldAndNew();
    await query('update feed_retention set through_xid = $1::xid8', [AHEAD]);
    scene.world.clock.advance((RETENTION_DAYS + 1) * DAY_MS);
    expect(await cut()).toBe(2);
    expect(await list(`?after=${between}`)).toMatchObject({ status: 410, body: { code: 'cursor_expired' } });
  });

  test('events with the other’s transaction ids are cut, and expire no cursor', async () => {
    const { between } = await oldAndNew();
    await query(
      `insert into events (workspace_id, user_id, type, subject_id, actor, data, created_at, xid)
       select workspace_id, user_id, type, subject_id, actor, data, created_at, $2::xid8 from events
       where workspace_id = $1 order by id desc limit 1`,
      [scene.maya.actor.workspaceId, AHEAD],
    );
    scene.world.clock.advance((RETENTION_DAYS + 1) * DAY_MS);
    expect(await cut()).toBe(3);
    expect(Number(await through())).toBeLessThan(Number(AHEAD));
    const { next_after: after } = (await list('')).body;
    expect(await list(`?after=${between}`)).toMatchObject({ status: 410 });
    expect(await list(`?after=${after}`)).toMatchObject({ status: 200, body: { events: [] } });
  });
});
