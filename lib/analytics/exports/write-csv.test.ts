import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { EntryRow } from '#/lib/analytics/exports/entry-row.ts';
import { writeCsv } from '#/lib/analytics/exports/write-csv.ts';

const ROW: EntryRow = {
  spanId: 's',
  timerId: 't',
  date: '2026-03-03',
  startedAt: new Date(0),
  endedAt: new Date(0),
  startedLocal: '2026-03-03T09:00:00',
  endedLocal: '2026-03-03T10:00:00',
  timeZone: 'UTC',
  exactMs: 0,
  roundedMs: 0,
  userId: 'u',
  member: 'Maya',
  project: null,
  ticketKey: null,
  ticketTitle: null,
  title: '',
  tags: [],
  type: 'manual',
  createdVia: 'web',
  origin: 'live',
  isRunning: false,
  needsReview: false,
};

async function titleCell(title: string): Promise<string> {
  const rows = (async function* () {
    yield [{ ...ROW, title }];
  })();
  const pieces: Uint8Array[] = [];
  for await (const piece of writeCsv(rows, { columns: ['title', 'member'], bom: false })) pieces.push(piece);
  const [, line] = parse(Buffer.concat(pieces).toString()) as string[][];
  return line?.[0] ?? '';
}

test('whatever a title contains, its cell contains the same, and never begins like a formula', async () => {
  const beginnings = fc.constantFrom('=', '+', '-', '@', '\t', '\r', '', '"', ',', '\n', "'");
  await fc.assert(
    fc.asyncProperty(beginnings, fc.string({ unit: 'grapheme' }), async (beginning, rest) => {
      const title = beginning + rest;
      const cell = await titleCell(title);
      expect(cell).not.toMatch(/^[=+\-@\t\r]/);
      expect([title, `'${title}`]).toContain(cell);
    }),
    { seed: 8, numRuns: 300 },
  );
});
