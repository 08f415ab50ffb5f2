import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

type Step = () => unknown;

/**
 * Cleanup steps, run in reverse order. They run once, on whichever comes first: the end, a failure, or a signal. A
 * temporary folder belongs to it, removed last.
 */
export class CleanUp {
  readonly folder: string;
  readonly #steps: Step[] = [];
  #running: Promise<void> | undefined;

  constructor() {
    const folder = mkdtempSync(path.join(tmpdir(), 'timer-service-bench-'));
    // As root, Postgres runs as another user, who needs access.
    chmodSync(folder, 0o711);
    this.folder = folder;
    this.add(() => rmSync(folder, { recursive: true, force: true }));
  }

  /** Adds a step that undoes something just done. */
  add(step: Step): void {
    this.#steps.push(step);
  }

  run(): Promise<void> {
    this.#running ??= this.#undoAll();
    return this.#running;
  }

  async #undoAll(): Promise<void> {
    for (const step of this.#steps.reverse()) {
      try {
        await step();
      } catch (error) {
        console.error(`bench │ could not clean up: ${(error as Error).message}`);
      }
    }
  }
}

/**
 * A bench killed by SIGKILL cannot stop a server that is not Node. A shell outlives it, waits for the end of a pipe
 * that only this process holds open, then stops the server and removes the folder, if given. Returns the function that
 * cancels it.
 */
export function endWhenKilled(pid: number, folder: string | null, signal: 'QUIT' | 'KILL' = 'QUIT'): () => void {
  const remove = folder === null ? '' : '; rm -rf "$2"';
  const script = `read -r word && exit; kill -"$3" "$1"; while kill -0 "$1"; do sleep 0.1; done${remove}`;
  const watcher: ChildProcess = spawn('sh', ['-c', script, 'sh', String(pid), folder ?? '', signal], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.on('error', () => {});
  watcher.unref();
  return () => watcher.stdin?.end('stopped\n');
}
