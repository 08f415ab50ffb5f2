import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as jobs from '#/lib/jobs/job.ts';

const ROOT = new URL('../../', import.meta.url);
const page = readFileSync(new URL('docs/architecture.md', ROOT), 'utf8');

/** Folders below one, each as `lib/alarms`. */
function foldersOf(parent: string): string[] {
  const entries = readdirSync(new URL(parent, ROOT), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => `${parent}${name}`);
}

/** The rooms that a row names: `lib/alarms/alarms` and, in the same row, `attempts`. */
function isNamed(room: string): boolean {
  const [above, name] = [room.slice(0, room.lastIndexOf('/') + 1), room.slice(room.lastIndexOf('/') + 1)];
  return page
    .split('\n')
    .some((row) => row.includes(`\`${room}\``) || (row.startsWith(`| \`${above}`) && row.includes(`\`${name}\``)));
}

test('docs/architecture.md names every room of the product', () => {
  const domains = foldersOf('lib/');
  const parted = domains.filter((domain) => page.includes(`| \`${domain}/`));
  const rooms = [
    ...domains.filter((domain) => !parted.includes(domain)),
    ...parted.flatMap((it) => foldersOf(`${it}/`)),
  ];
  expect(rooms.length).toBeGreaterThan(40);
  expect(rooms.filter((room) => !isNamed(room))).toEqual([]);
});

test('docs/architecture.md names every periodic job', () => {
  const named = Object.values(jobs).filter((job) => typeof job === 'object' && 'cron' in job);
  expect(named.length).toBeGreaterThan(15);
  expect(named.map(({ name }) => name).filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
