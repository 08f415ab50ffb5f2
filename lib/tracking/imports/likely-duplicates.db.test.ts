import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '#/lib/accounts/context.ts';
import { HOUR_MS } from '#/lib/core/duration.ts';
import { applied, exportOf, imported, previewed, undone, uploaded } from '#/lib/tracking/imports/test-imports.ts';
import { testWorld, type World } from '#/test/world.ts';

const HARVEST = exportOf('harvest').toString();
/** Two meetings of one day that the file tells alike. */
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

describe('a date and a duration that an earlier import has recorded for the same person', () => {
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

  test('is a likely duplicate when a project was renamed, whichever zone it is read in', async () => {
    await imported(maya, HARVEST);
    const zone = { time_zone: 'Pacific/Auckland' };
    const { rows } = await previewed(maya, await uploaded(maya, RENAMED), zone);
    expect(statesOf(rows)).toEqual(LIKELY.with(3, 'duplicate'));
  });

  test('takes one row each: of three equal rows beside two that are recorded, the third is imported', async () => {
    await imported(maya, HARVEST);
    const longer = `${HARVEST.trim()}\n${MEETING}\n`;
    const known = await previewed(maya, await uploaded(maya, longer));
    expect(statesOf(known.rows)).toEqual(['duplicate', 'duplicate', 'duplicate', 'duplicate', 'ready']);
    const renamed = await previewed(maya, await uploaded(maya, longer.replaceAll('Public API', 'Developer API')));
    expect(statesOf(renamed.rows)).toEqual([...LIKELY.with(3, 'duplicate'), 'ready']);
  });

  test('leaves equal rows of one file alone', async () => {
    const { rows } = await previewed(maya, await uploaded(maya, `date,hours\n2026-03-04,1\n2026-03-04,1`));
    expect(statesOf(rows)).toEqual(['ready', 'ready']);
  });

  test('is nobody else’s and of no other day, duration, workspace or id', async () => {
    const jonas = await world.member({ workspaceId: maya.actor.workspaceId, role: 'member' });
    await imported(jonas, 'date,hours\n2026-03-04,1');
    await imported(await world.member({ userId: maya.actor.userId }), 'date,hours\n2026-03-04,1');
    await imported(maya, 'date,hours\n2026-03-03,1\n2026-03-04,2');
    await imported(maya, 'id,date,hours\na-1,2026-03-05,1');
    const file = 'id,date,hours,title\n,2026-03-04,1,Mine\na-2,2026-03-05,1,Other id\n,2026-03-05,1,No id';
    const { rows } = await previewed(maya, await uploaded(maya, file));
    expect(statesOf(rows)).toEqual(['ready', 'ready', 'likely_duplicate']);
  });

  test('counts for rows with an id too where the earlier import did not read ids', async () => {
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

  test('is found in an entry with clock times as well', async () => {
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
  test('is imported anyway where somebody chooses that, for one row or all of them', async () => {
    await imported(maya, HARVEST);
    const one = await uploaded(maya, RENAMED);
    const some = await previewed(maya, one, {}, [{ line: 3, resolution: 'import' }]);
    expect(statesOf(some.rows)).toEqual(['likely_duplicate', 'ready', 'likely_duplicate', 'duplicate']);
    const all = await previewed(maya, one, { duplicates: 'import' }, [{ line: 3, resolution: 'skip' }]);
    expect(statesOf(all.rows)).toEqual(['ready', 'likely_duplicate', 'ready', 'duplicate']);
    expect(statesOf(await applied(maya, one))).toEqual(['recorded', 'likely_duplicate', 'recorded', 'duplicate']);
    expect(await trackedMs(maya)).toBe(RECORDED_MS + 3.25 * HOUR_MS);
  });

  test('that is recorded by another import after the dry run is not recorded twice, in steps of any size', async () => {
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
