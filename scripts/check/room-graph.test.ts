import { expect, test } from 'vitest';
import { edgesOf, formatRooms, layersOf, roomOf } from '#/scripts/check/room-graph.ts';

/** Sources that each import the files listed after them. */
const sources = (imports: Record<string, string[]>) =>
  Object.entries(imports).map(([file, imported]) => ({
    file,
    text: imported.map((it) => `import { it } from '#/${it}';`).join('\n'),
  }));

test.each([
  ['lib/core/clock.ts', 'lib/core'],
  ['lib/webhooks/sending/dial.ts', 'lib/webhooks'],
  ['components/ui/button.tsx', 'components'],
  ['app/layout.tsx', 'app'],
  ['scripts/check/main.ts', null],
  ['components/schemas', 'components'],
  ['library/a.ts', null],
])('%s is in the room %s', (file, room) => {
  expect(roomOf(file)).toBe(room);
});

test.each([
  ["import { now } from '#/lib/core/clock.ts';"],
  ["import type { Clock } from '#/lib/core/clock.ts';"],
  ["import {\n  type Clock,\n  now,\n} from '#/lib/core/clock.ts';"],
  ["export { now } from '#/lib/core/clock.ts';"],
  ["import '#/lib/core/clock.ts';"],
  ["const clock = await import('#/lib/core/clock.ts');"],
  ["type Clock = typeof import(\n  '#/lib/core/clock.ts'\n);"],
])('%j imports from another room', (text) => {
  expect(edgesOf([{ file: 'lib/db/client.ts', text }])).toEqual([
    { from: 'lib/db', to: 'lib/core', file: 'lib/db/client.ts', imported: 'lib/core/clock.ts' },
  ]);
});

test.each([
  ['an import from its own module', "import { now } from '#/lib/db/sql.ts';"],
  ['a package', "import pg from 'pg';"],
  ['a reference into a document', "const $ref = '#/components/schemas/Alarm';"],
  ['support of tests', "import { world } from '#/test/world.ts';"],
])('%s does not import from another room', (_, text) => {
  expect(edgesOf([{ file: 'lib/db/client.ts', text }])).toEqual([]);
});

test('rooms are ordered by their dependencies', () => {
  const edges = edgesOf(
    sources({
      'app/page.tsx': ['components/page.tsx', 'lib/core/a.ts'],
      'components/page.tsx': ['lib/client/a.ts'],
      'lib/client/a.ts': ['lib/core/a.ts'],
      'server/main.ts': ['lib/core/a.ts'],
    }),
  );
  expect(layersOf(edges)).toEqual({
    layers: [['lib/core'], ['lib/client', 'server'], ['components'], ['app']],
    cycle: [],
  });
  expect(formatRooms(edges)).toEqual({
    ok: true,
    output: [
      'app → components, lib/core',
      'components → lib/client',
      'lib/client → lib/core',
      'server → lib/core',
      'lib/core → nothing of ours',
    ].join('\n'),
  });
});

test('a cycle is rejected, with the imports that close it, and without rooms that only depend on it', () => {
  const { ok, output } = formatRooms(
    edgesOf(
      sources({
        'app/page.tsx': ['lib/a/1.ts'],
        'lib/a/1.ts': ['lib/b/1.ts', 'lib/core/a.ts'],
        'lib/a/2.ts': ['lib/b/2.ts'],
        'lib/b/1.ts': ['lib/c/1.ts'],
        'lib/c/1.ts': ['lib/a/1.ts', 'lib/core/a.ts'],
      }),
    ),
  );
  expect(ok).toBe(false);
  expect(output).toContain('These rooms import each other in a cycle: lib/a, lib/b, lib/c.');
  expect(output).toContain('lib/c → lib/a (1)\n  lib/c/1.ts imports lib/a/1.ts\n');
  expect(output).toMatch(/lib\/c → lib\/a \(1\).*lib\/a → lib\/b \(2\)/s);
  expect(output).not.toContain('app/page.tsx imports');
});
