import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import { connect } from '#/lib/db/client.ts';
import { packPosition } from '#/lib/feed/cursor/position.ts';
import type { FeedEvent } from '#/lib/feed/events/event.ts';
import { FeedHub } from '#/lib/feed/hub/feed-hub.ts';
import { FEED_CHANNEL } from '#/lib/feed/notify/notify-feed.ts';
import { subscribeToFeed } from '#/lib/feed/subscription/subscribe-to-feed.ts';
import { createProject } from '#/lib/tracking/projects/create-project.ts';
import { eventually } from '#/test/eventually.ts';
import { testWorld, type World } from '#/test/world.ts';

let world: World;
let maya: Ctx;
let hub: FeedHub;

beforeAll(async () => {
  world = await testWorld({ connections: 40 });
});
beforeEach(async () => {
  maya = await world.member();
  const mine = new FeedHub(world.db, world.database.url);
  hub = mine;
  // A backend that still exists would be counted by the next test.
  return async () => {
    mine.close();
    await eventually(async () => expect(await connections()).toEqual([]));
  };
});

async function listen(on = hub): Promise<{ received: FeedEvent[]; leave: () => void }> {
  const received: FeedEvent[] = [];
  const { unsubscribe } = await on.subscribe(({ event }) => received.push(event));
  return { received, leave: unsubscribe };
}

const names = (received: FeedEvent[]) =>
  received.map(({ data }) => (data.project as { name?: string } | undefined)?.name);

/** Backends that listen for notifications. */
async function connections(): Promise<number[]> {
  const { rows } = await world.database.pool.query(
    `select pid from pg_stat_activity where datname = current_database() and query = $1`,
    [`listen ${FEED_CHANNEL}`],
  );
  return rows.map(({ pid }) => pid);
}

/** Appends by plain SQL, which sends no notification. */
const APPEND = `insert into events (workspace_id, type, subject_id, actor, data)
  values ($1, 'project.created', $1, '{}', jsonb_build_object('project', jsonb_build_object('name', $2::text)))`;
const append = (name: string) => world.database.pool.query(APPEND, [maya.actor.workspaceId, name]);

describe('a subscriber receives', () => {
  test('no earlier events', async () => {
    await createProject(maya, { name: 'Before' });
    const { received } = await listen();
    await createProject(maya, { name: 'After' });
    await eventually(() => expect(names(received)).toEqual(['After']));
  });

  test('events that another process commits, complete', async () => {
    const { received } = await listen();
    const elsewhere = connect(world.database.url, 2);
    const project = await createProject({ ...maya, db: elsewhere }, { name: 'Elsewhere' });
    await eventually(() => expect(received).toHaveLength(1));
    await elsewhere.$disconnect();
    expect(received[0]).toMatchObject({
      id: expect.any(BigInt),
      type: 'project.created',
      subjectId: project.id,
      workspaceId: maya.actor.workspaceId,
      userId: null,
      requestId: 'test',
      createdAt: project.createdAt,
      data: { project: { id: project.id, name: 'Elsewhere' } },
    });
  });

  test('no event that was rolled back', async () => {
    const { received } = await listen();
    const client = await world.database.pool.connect();
    await client.query('begin');
    await client.query(APPEND, [maya.actor.workspaceId, 'Undone']);
    await client.query('rollback');
    client.release();
    await createProject(maya, { name: 'Done' });
    await eventually(() => expect(names(received)).toEqual(['Done']));
  });

  test('each event once, from twenty writers at once', async () => {
    const { received } = await listen();
    const writers = await Promise.all(Array.from({ length: 20 }, () => world.member()));
    await Promise.all(
      writers.map(async (ctx, writer) => {
        for (let count = 0; count < 10; count += 1) await createProject(ctx, { name: `${writer}-${count}` });
      }),
    );
    await eventually(() => expect(received).toHaveLength(200));
    expect(new Set(received.map(({ id }) => id)).size).toBe(200);
    for (const writer of writers.keys()) {
      const own = names(received).filter((name) => name?.startsWith(`${writer}-`));
      expect(own).toEqual(Array.from({ length: 10 }, (_, count) => `${writer}-${count}`));
    }
  });

  test('events with lower ids that commit later, however many come between', async () => {
    const { received } = await listen();
    const slow = await world.database.pool.connect();
    await slow.query('begin');
    await slow.query(APPEND, [maya.actor.workspaceId, 'Slow']);
    for (let count = 0; count < 20; count += 1) await append(`Fast ${count}`);
    await world.database.pool.query(
      `insert into events (workspace_id, type, subject_id, actor, data)
       select $1, 'project.created', $1, '{}', '{}' from generate_series(1, 3000)`,
      [maya.actor.workspaceId],
    );
    await eventually(() => expect(received).toHaveLength(3_020));
    await slow.query('commit');
    slow.release();
    await eventually(() => expect(names(received).at(-1)).toBe('Slow'));
    expect(received).toHaveLength(3_021);
  });

  test('the earlier event too, when a later change waited for its transaction', async () => {
    const { received } = await listen();
    const [first, second] = await Promise.all([world.database.pool.connect(), world.database.pool.connect()]);
    // The second has the lower transaction number and the higher id, since it waits for what the first has locked.
    await second.query('begin');
    await second.query('select pg_current_xact_id()');
    await first.query('begin');
    await first.query('select from workspaces where id = $1 for update', [maya.actor.workspaceId]);
    await first.query(APPEND, [maya.actor.workspaceId, 'First']);
    const waiting = second.query('select from workspaces where id = $1 for update', [maya.actor.workspaceId]);
    await first.query('commit');
    await waiting;
    await second.query(APPEND, [maya.actor.workspaceId, 'Second']);
    await second.query('commit');
    first.release();
    second.release();
    await eventually(() => expect(names(received)).toEqual(['First', 'Second']));
  });

  test('five thousand events of one commit, each once, in order', async () => {
    const { received } = await listen();
    await world.database.pool.query(
      `insert into events (workspace_id, type, subject_id, actor, data)
       select $1, 'project.created', $1, '{}', '{}' from generate_series(1, 5000)`,
      [maya.actor.workspaceId],
    );
    await eventually(() => expect(received).toHaveLength(5_000));
    const ids = received.map(({ id }) => id);
    expect(new Set(ids).size).toBe(5_000);
    expect(ids).toEqual([...ids].sort((a, b) => Number(a - b)));
  });

  test('later events although another subscriber throws', async () => {
    const { unsubscribe: silence } = await hub.subscribe(() => {
      throw new Error('this one is broken');
    });
    const { received } = await listen();
    await append('One');
    await append('Two');
    await eventually(() => expect(names(received)).toEqual(['One', 'Two']));
    silence();
  });
});

describe('a lost notification costs little', () => {
  test('when none is ever sent', async () => {
    const { received } = await listen();
    await append('Without a notification');
    await eventually(() => expect(names(received)).toEqual(['Without a notification']));
  });

  test('when the connection is cut: events arrive by polling, and it is reopened', async () => {
    const { received } = await listen();
    const [connection] = await connections();
    await world.database.pool.query('select pg_terminate_backend($1)', [connection]);
    await createProject(maya, { name: 'Cut' });
    await eventually(() => expect(names(received)).toEqual(['Cut']));
    await eventually(async () => expect(await connections()).toHaveLength(1));
    expect(await connections()).not.toEqual([connection]);
  });

  test('when the connection is cut: a reconnect notifies all alarm subscribers, though one throws', async () => {
    const notified: string[] = [];
    const workspaceIds = [maya.actor.workspaceId, (await world.member()).actor.workspaceId];
    for (const workspaceId of workspaceIds) {
      const onChange = () => {
        notified.push(workspaceId);
        throw new Error('a subscriber’s own fault');
      };
      await hub.subscribe(() => {}, { alarms: { workspaceId, onChange } });
    }
    // The first connect is no reconnect.
    expect(notified).toEqual([]);
    await world.database.pool.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [
      await connections(),
    ]);
    await eventually(() => expect(new Set(notified)).toEqual(new Set(workspaceIds)));
    await eventually(async () => expect(await connections()).toHaveLength(1));
  });

  test('when the database drops every connection', async () => {
    const { received } = await listen();
    await world.database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    );
    await append('After the storm');
    await eventually(() => expect(names(received)).toEqual(['After the storm']));
    await eventually(async () => expect(await connections()).toHaveLength(1));
  });
});

test('large events arrive, live and after an absence, without more than a megabyte in one read', async () => {
  let largest = 0;
  const weighed = new Proxy(world.db, {
    get: (db, name) =>
      name === '$queryRaw'
        ? async (...requested: Parameters<typeof db.$queryRaw>) => {
            const rows = await db.$queryRaw<{ data?: object }[]>(...requested);
            largest = Math.max(largest, JSON.stringify(rows.map(({ data }) => data)).length);
            return rows;
          }
        : Reflect.get(db, name),
  });
  const mine = new FeedHub(weighed, world.database.url);
  const { received, leave } = await listen(mine);
  const since = packPosition(mine.position);
  await world.database.pool.query(
    `insert into events (workspace_id, type, subject_id, actor, data)
     select $1, 'project.created', $1, '{}',
       jsonb_build_object('project', jsonb_build_object('name', n::text), 'after', repeat(n::text, 60000))
     from generate_series(10, 49) as n`,
    [maya.actor.workspaceId],
  );
  const all = Array.from({ length: 40 }, (_, n) => String(n + 10));
  await eventually(() => expect(names(received)).toEqual(all));
  const missed: FeedEvent[] = [];
  const subscription = subscribeToFeed(
    { hub: mine, runQuery: (query) => query(weighed) },
    {
      workspaceId: maya.actor.workspaceId,
      since,
      wants: () => true,
      onStart: () => {},
      onEvent: ({ event }) => void missed.push(event),
      onOverflow: () => {},
    },
  );
  await subscription.upToDate;
  subscription.end();
  leave();
  mine.close();
  expect(names(missed)).toEqual(all);
  // JavaScript writes JSON without the spaces of the database.
  expect(largest).toBeGreaterThan(120_000);
  expect(largest).toBeLessThan(1024 * 1024);
});

describe('a connection to the database', () => {
  test('is one for any number of concurrent subscribers, and each receives each event once', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => listen()));
    expect(await connections()).toHaveLength(1);
    await createProject(maya, { name: 'For all' });
    await eventually(() => expect(all.map(({ received }) => names(received))).toEqual(all.map(() => ['For all'])));
    for (const { leave } of all) leave();
    await eventually(async () => expect(await connections()).toEqual([]));
  });

  test('is released when the last subscriber leaves, and opened again by the next', async () => {
    const first = await listen();
    const second = await listen();
    first.leave();
    first.leave();
    expect(await connections()).toHaveLength(1);
    second.leave();
    await eventually(async () => expect(await connections()).toEqual([]));
    const third = await listen();
    await createProject(maya, { name: 'Again' });
    await eventually(() => expect(names(third.received)).toEqual(['Again']));
    expect([first.received, second.received]).toEqual([[], []]);
  });

  test('is released when all subscribers left while it was being opened', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, async () => (await listen()).leave()));
    expect(all).toHaveLength(5);
    await eventually(async () => expect(await connections()).toEqual([]));
  });

  test('is not leaked when the database is down, and the subscriber gets an error', async () => {
    const nowhere = 'postgresql://postgres:x@127.0.0.1:1/nowhere';
    const away = connect(nowhere, 1);
    await expect(new FeedHub(away, nowhere).subscribe(() => {})).rejects.toThrow();
    await away.$disconnect();
  });

  test('closing a hub is safe before its start, twice, and after its end', async () => {
    hub.close();
    const { leave } = await listen();
    hub.close();
    hub.close();
    leave();
    await eventually(async () => expect(await connections()).toEqual([]));
  });
});
