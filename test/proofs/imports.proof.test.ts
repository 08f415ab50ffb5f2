import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#/lib/core/duration.ts';
import { ROOT } from '#/scripts/project.ts';
import { scaled } from '#/test/scale.ts';
import { testWorld, type World } from '#/test/world.ts';

// The maximum of rows in one file, imported and undone by a real process: nothing missing, and the figures of
// docs/imports.md.

const ROWS = scaled(2_000, 50_000);
/** Entries of a quarter of an hour, this many per day. */
const OF_EACH_DAY = 40;
const BEGIN = Date.parse('2020-01-01T06:00:00Z');

let world: World;

beforeAll(async () => {
  world = await testWorld();
});

const dayOf = (row: number) => BEGIN + Math.floor(row / OF_EACH_DAY) * DAY_MS;
const withTimes = (row: number) => {
  const start = dayOf(row) + (row % OF_EACH_DAY) * 20 * MINUTE_MS;
  return `${new Date(start).toISOString()},${new Date(start + 15 * MINUTE_MS).toISOString()}`;
};
const withDates = (row: number) => `${new Date(dayOf(row)).toISOString().slice(0, 10)},0.25`;

test.each([
  ['with times', 'start,end', withTimes],
  ['with a date and a duration', 'date,hours', withDates],
])('50,000 rows %s are imported and undone', async (what, header, timeOf) => {
  const { actor } = await world.member({ timeZone: 'UTC' });
  const lines = Array.from(
    { length: ROWS },
    (_, row) => `${timeOf(row)},Project ${row % 20},Work on part ${row} of the thing that takes so long,"urgent,api"`,
  );
  const file = path.join(tmpdir(), `import-${actor.userId}.csv`);
  writeFileSync(file, [`${header},project,title,tags`, ...lines].join('\n'));
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['test/proofs/run-import-main.ts', world.database.url, actor.userId, actor.workspaceId, file],
    { cwd: ROOT, env: { ...process.env, LOG_LEVEL: 'warn' } },
  );
  rmSync(file);
  process.stderr.write(`${JSON.stringify({ what, rows: ROWS, ...JSON.parse(stdout) })}\n`);
  expect(JSON.parse(stdout)).toMatchObject({ ready: ROWS });
  const { workspaceId } = actor;
  expect(await world.db.timer.count({ where: { workspaceId, createdVia: 'import' } })).toBe(ROWS);
  expect(await world.db.span.count({ where: { workspaceId, discarded: false } })).toBe(0);
});
