import { type PiecesInput, writePieces } from '#/lib/analytics/exports/write-pieces.ts';
import type { PiecesOutcome } from '#/lib/analytics/exports/write-pieces-in-child-process.ts';

// Writes the chunks of one export for the worker that started it, and exits (write-pieces-in-child-process.ts).

process.once('message', async (input) => {
  const outcome = await outcomeOf(input as PiecesInput);
  process.send?.(outcome, () => process.exit(0));
});
// The worker is gone: another one will write the file.
process.once('disconnect', () => process.exit(1));
// A terminal sends Ctrl-C to all its processes. The worker decides when this one ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});

async function outcomeOf(input: PiecesInput): Promise<PiecesOutcome> {
  try {
    const rows = await writePieces(input);
    // Kibibytes on every system (https://nodejs.org/api/process.html#processresourceusage).
    return { rows, memoryBytes: process.resourceUsage().maxRSS * 1_024 };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
