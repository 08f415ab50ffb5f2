import { entryJson } from '#/lib/analytics/exports/entry-json.ts';
import type { EntryBatches } from '#/lib/analytics/exports/entry-row.ts';

/** JSON lines (jsonlines.org): an entry a line, each ended. */
export async function* writeJsonLines(batches: EntryBatches): AsyncGenerator<Uint8Array> {
  for await (const rows of batches)
    yield Buffer.from(rows.map((row) => `${JSON.stringify(entryJson(row))}\n`).join(''));
}
