import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import { HOUR_MS } from '#/lib/core/duration.ts';
import { listEarlierEntries } from '#/lib/tracking/imports/earlier-entries-query.ts';
import { mergeTimers } from '#/lib/tracking/spans/merge-timers.ts';
import { discardTimer } from '#/lib/tracking/timers/discard-timer.ts';
import { applied, exportOf, imported, previewed, undone, uploaded } from '#/test/tracking/imports.ts';
import { testWorld, type World } from '#/test/world.ts';

const HARVEST = exportOf('harvest').toString();
/** Two meetings on one day that look the same in the file. */
const MEETING = HARVEST.split('\n').find((line) => line.includes('Meetings')) as string;
const RENAMED = HARVEST.replaceAll('Public API', 'Developer API');
const RECORDED_MS = 21.25 * HOUR_MS;

let world: World;
let maya: Ctx;
beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  world.clock.set(new Date('2026-04-01T12:00:00.000Z'));
  maya = await world.member();
});

const statesOf = (rows: { state: string; note: { code: string } | null }[]) =>
  rows.map(({ state, note }) => (state === 'ready' || state === 'recorded' ? state : (note?.code ?? state)));
const LIKELY = ['likely_duplicate', 'likely_duplicate', 'likely_duplicate', 'likely_duplicate'];

async function trackedMs({ actor }: Ctx): Promise<number> {
  const spans = await world.db.span.findMany({ where: { workspaceId: actor.workspaceId, discarded: false } });
  return spans.reduce((sum, { startedAt, endedAt }) => sum + (Number(endedAt) - Number(startedAt)), 0);
}

describe('a row with the date and duration of an entry that an earlier import has recorded for the same person', () => {
  test('is a likely duplicate when another column is mapped, and names the entry that it matches', async () => {
    await imported(maya, HARVEST);
    const one = await uploaded(maya, HARVEST);
    const { project: _project, ...columns } = one.mapping.columns;
    const { rows, import: looked } = await previewed(maya, one, { columns });
    expect(statesOf(rows)).toEqual(LIKELY);
    expect(looked.totals).toMatchObject({ likelyDuplicates: 4, recordedMs: 0 });
    expect(rows[0]).toMatchObject({
      isPlaced: true,
      startedAt: new Date('2026-03-04T08:00:00.000Z'),
      note: { detail: expect.stringContaining('Import it anyway') },
      overlaps: [{ startedAt: '2026-03-04T08:00:00.000Z', label: 'Rate limiter, second half', line: null }],
    });
    const matched = rows.flatMap(({ overlaps }) => overlaps.map(({ timerId }) => timerId));
    expect(new Set(matched).size).toBe(4);
  });

  test('is a likely duplicate when a project was renamed, in whichever zone it is read', async () => {
    await imported(maya, HARVEST);
    const zone = { time_zone: 'Pacific/Auckland' };
    const { rows } = await previewed(maya, await uploaded(maya, RENAMED), zone);
    expect(statesOf(rows)).toEqual(LIKELY.with(3, 'duplicate'));
  });

  test('matches one entry each: of three equal rows for two recorded entries, the third is imported', async () => {
    await imported(maya, HARVEST);
    const longer = `${HARVEST.trim()}\n${MEETING}\n`;
    const known = await previewed(maya, await uploaded(maya, longer));
    expect(statesOf(known.rows)).toEqual(['duplicate', 'duplicate', 'duplicate', 'duplicate', 'ready']);
    const renamed = await previewed(maya, await uploaded(maya, longer.replaceAll('Public API', 'Developer API')));
    expect(statesOf(renamed.rows)).toEqual([...LIKELY.with(3, 'duplicate'), 'ready']);
  });

  test('is no duplicate of equal rows in the same file', async () => {
    const { rows } = await previewed(maya, await uploaded(maya, `date,hours\n2026-03-04,1\n2026-03-04,1`));
    expect(statesOf(rows)).toEqual(['ready', 'ready']);
  });

  test('is no duplicate of an entry of another person, day, duration, workspace or id', async () => {
    const jonas = await world.member({ workspaceId: maya.actor.workspaceId, role: 'member' });
    await imported(jonas, 'date,hours\n2026-03-04,1');
    await imported(await world.member({ userId: maya.actor.userId }), 'date,hours\n2026-03-04,1');
    await imported(maya, 'date,hours\n2026-03-03,1\n2026-03-04,2');
    await imported(maya, 'id,date,hours\na-1,2026-03-05,1');
    const file = 'id,date,hours,title\n,2026-03-04,1,Mine\na-2,2026-03-05,1,Other id\n,2026-03-05,1,No id';
    const { rows } = await previewed(maya, await uploaded(maya, file));
    expect(statesOf(rows)).toEqual(['ready', 'ready', 'likely_duplicate']);
  });

  test('with an id is a likely duplicate too when the earlier import did not read ids', async () => {
    const file = 'id,date,hours\na-1,2026-03-04,1\na-2,2026-03-04,1';
    const one = await uploaded(maya, file);
    const { source_id: _id, ...columns } = one.mapping.columns;
    await previewed(maya, one, { columns });
    await applied(maya, one);
    expect(statesOf((await previewed(maya, await uploaded(maya, file))).rows)).toEqual([
      'likely_duplicate',
      'likely_duplicate',
    ]);
  });

  test('is another entry when neither project nor ticket nor title agrees', async () => {
    const head = 'date,hours,project,ticket,title\n';
    await imported(maya, `${head}2026-03-04,1,Public API,API-1,Rate limiter\n2026-03-05,1,Public API,,Review`);
    const states = async (rows: string) => statesOf((await previewed(maya, await uploaded(maya, head + rows))).rows);
    expect(await states('2026-03-04,1,Billing,BIL-7,Invoices\n2026-03-05,1,Billing,,')).toEqual(['ready', 'ready']);
    expect(await states('2026-03-04,1,,,Invoices\n2026-03-04,1,,BIL-7,')).toEqual(['ready', 'ready']);
    expect(await states('2026-03-04,1,PUBLIC API,BIL-7,Invoices')).toEqual(['likely_duplicate']);
    expect(await states('2026-03-04,1,Billing,api-1,Invoices')).toEqual(['likely_duplicate']);
    expect(await states('2026-03-04,1,Billing,,rate limiter')).toEqual(['likely_duplicate']);
  });

  test('matches the entry that agrees best, so that the other is left for another row', async () => {
    const head = 'date,hours,project,title\n';
    await imported(maya, `${head}2026-03-04,1,Public API,Review\n2026-03-04,1,Billing,Review`);
    const one = await uploaded(maya, `${head}2026-03-04,1,Billing,review\n2026-03-04,1,Public API,Other`);
    expect(statesOf((await previewed(maya, one)).rows)).toEqual(['likely_duplicate', 'likely_duplicate']);
  });

  test('is a likely duplicate when a client or a ticket is mapped that was not mapped before', async () => {
    const file = 'date,hours,client,project,ticket,title\n2026-03-04,1,Acme,API,,\n2026-03-05,1,,,API-1,Limits';
    const one = await uploaded(maya, file);
    const { ticket: _ticket, ...columns } = one.mapping.columns;
    await previewed(maya, one, { columns });
    await applied(maya, one);
    const again = await uploaded(maya, file);
    const { rows } = await previewed(maya, again, { columns: { ...again.mapping.columns, client: 2 } });
    expect(statesOf(rows)).toEqual(['likely_duplicate', 'likely_duplicate']);
  });

  test('is no duplicate of an entry that was discarded since', async () => {
    await imported(maya, HARVEST);
    const timers = await world.db.timer.findMany({ where: { userId: maya.actor.userId } });
    for (const { id } of timers) await discardTimer(maya, { id, ifMatch: null });
    const { rows } = await previewed(maya, await uploaded(maya, RENAMED));
    expect(statesOf(rows)).toEqual(['ready', 'ready', 'ready', 'duplicate']);
  });

  test('is a likely duplicate of an entry that was merged into another timer since', async () => {
    await imported(maya, 'date,hours,title\n2026-03-04,1,Review\n2026-03-05,2,Release');
    const where = { userId: maya.actor.userId };
    const [one, other] = await world.db.timer.findMany({ where, orderBy: { startedAt: 'asc' } });
    if (!one || !other) throw new Error('The import has recorded nothing.');
    await mergeTimers(maya, { id: other.id, ifMatch: null }, { timer_id: one.id });
    const { rows } = await previewed(maya, await uploaded(maya, 'date,hours,title,project\n2026-03-04,1,Review,API'));
    expect(statesOf(rows)).toEqual(['likely_duplicate']);
  });

  test('is looked up by each person’s own days', async () => {
    const jonas = await world.member({ workspaceId: maya.actor.workspaceId, role: 'member' });
    for (const ctx of [maya, jonas]) await imported(ctx, 'date,hours\n2026-03-03,1\n2026-03-04,1\n2026-03-05,1');
    const [{ workspaceId, userId }, theirs] = [maya.actor, jonas.actor.userId];
    const days = [
      { userId, date: '2026-03-03' },
      { userId, date: '2026-03-05' },
      { userId, date: '2026-03-05' },
      { userId: theirs, date: '2026-03-04' },
    ];
    const found = await listEarlierEntries(world.db, { workspaceId, importId: null, days });
    expect(found.map((entry) => [entry.userId, entry.date])).toEqual([
      [userId, '2026-03-03'],
      [theirs, '2026-03-04'],
      [userId, '2026-03-05'],
    ]);
  });

  test('is a likely duplicate of an entry with clock times as well', async () => {
    await imported(maya, 'start,end,title\n2026-03-04T22:00:00Z,2026-03-04T23:30:00Z,Release', { time_zone: 'UTC' });
    const { rows } = await previewed(maya, await uploaded(maya, 'date,hours\n2026-03-04,1.5'));
    expect(statesOf(rows)).toEqual(['likely_duplicate']);
  });

  test('is no duplicate once that import is undone', async () => {
    await undone(maya, await imported(maya, HARVEST));
    expect((await previewed(maya, await uploaded(maya, RENAMED))).import.totals?.byState).toEqual({ ready: 4 });
  });
});

describe('a likely duplicate', () => {
  test('is imported anyway by choice, for one row or all of them', async () => {
    await imported(maya, HARVEST);
    const one = await uploaded(maya, RENAMED);
    const some = await previewed(maya, one, {}, [{ line: 3, resolution: 'import' }]);
    expect(statesOf(some.rows)).toEqual(['likely_duplicate', 'ready', 'likely_duplicate', 'duplicate']);
    const all = await previewed(maya, one, { duplicates: 'import' }, [{ line: 3, resolution: 'skip' }]);
    expect(statesOf(all.rows)).toEqual(['ready', 'likely_duplicate', 'ready', 'duplicate']);
    expect(statesOf(await applied(maya, one))).toEqual(['recorded', 'likely_duplicate', 'recorded', 'duplicate']);
    expect(await trackedMs(maya)).toBe(RECORDED_MS + 3.25 * HOUR_MS);
  });

  test('that another import records after the dry run is not recorded twice, in steps of any size', async () => {
    const one = await uploaded(maya, `${RENAMED.trim()}\n${MEETING.replace('Public', 'Developer')}\n`);
    await previewed(maya, one);
    await imported(maya, HARVEST);
    expect(statesOf(await applied(maya, one, 1)).toSorted()).toEqual([
      'duplicate',
      'likely_duplicate',
      'likely_duplicate',
      'likely_duplicate',
      'recorded',
    ]);
    expect(await trackedMs(maya)).toBe(RECORDED_MS + 0.75 * HOUR_MS);
  });
});
