import { fork } from 'node:child_process';
import path from 'node:path';
import type { PiecesInput } from '#/lib/analytics/exports/write-pieces.ts';

const MAIN = path.join(import.meta.dirname, 'export-process-main.ts');
/**
 * V8 does not collect garbage while there is room: with its default heap, a long export grew the worker by 220 MB,
 * which were never released (docs/decisions/0026).
 */
const HEAP = ['--max-old-space-size=64', '--max-semi-space-size=2'];

/** The message from the process. `rows` is null when its attempt may no longer write; `memoryBytes` is its peak. */
export type PiecesOutcome = { rows: number | null; memoryBytes: number } | { error: string };
type Written = Exclude<PiecesOutcome, { error: string }>;

/**
 * `writePieces` in a separate process, whose memory is limited and is released when it ends. It ends with this one.
 * @throws Error with the reason for its failure, also when it was killed
 */
export function writePiecesInChildProcess(input: PiecesInput): Promise<Written> {
  const writer = fork(MAIN, { execArgv: HEAP, serialization: 'advanced' });
  return new Promise((resolve, reject) => {
    let outcome: PiecesOutcome | undefined;
    writer.once('message', (message) => {
      outcome = message as PiecesOutcome;
    });
    // A process that could not be started and a message that could not be sent are distinct errors.
    writer.on('error', reject);
    writer.once('exit', (code, signal) => {
      if (!outcome) reject(new Error(`The process that wrote an export ended by ${signal ?? `exit code ${code}`}.`));
      else if ('error' in outcome) reject(new Error(`The process that wrote an export failed: ${outcome.error}`));
      else resolve(outcome);
    });
    writer.send(input);
  });
}
