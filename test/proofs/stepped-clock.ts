import { chmodSync, existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Micros, SECOND_US } from '#/lib/core/micros.ts';
import { afterFile } from '#/test/after-file.ts';

const TRIPLET = process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu';
/** Debian's path; `LIBFAKETIME` names another one. */
const LIBRARY = process.env.LIBFAKETIME ?? `/usr/lib/${TRIPLET}/faketime/libfaketime.so.1`;

/** Debian: `apt-get install libfaketime`. Optional. */
export const HAS_FAKETIME = existsSync(LIBRARY);

/** A clock step: its size, and the readings of the monotonic clock between which it was made. */
export type Step = { seconds: number; beganMs: number; endedMs: number };

/** A clock for programs started with `env`, which can be set while they run; their monotonic clock continues. */
export class SteppedClock {
  readonly env: Record<string, string>;
  readonly #file: string;
  #offsetSeconds = 0;

  /** Call it in `beforeAll`. */
  constructor() {
    const home = mkdtempSync(path.join(tmpdir(), 'timer-service-clock-'));
    // Read by the user that PostgreSQL runs as.
    chmodSync(home, 0o755);
    afterFile(() => rmSync(home, { recursive: true }));
    this.#file = path.join(home, 'offset');
    this.#write();
    this.env = {
      LD_PRELOAD: LIBRARY,
      FAKETIME_TIMESTAMP_FILE: this.#file,
      // Each process reads it every time: all of them see a step at once, as on a real machine.
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    };
  }

  /** Its difference from this machine's clock. */
  get offsetUs(): Micros {
    return this.#offsetSeconds * SECOND_US;
  }

  step(seconds: number): Step {
    this.#offsetSeconds += seconds;
    const beganMs = performance.now();
    this.#write();
    return { seconds, beganMs, endedMs: performance.now() };
  }

  /** Atomically: no process reads half of it. */
  #write(): void {
    const draft = `${this.#file}.draft`;
    writeFileSync(draft, `${this.#offsetSeconds < 0 ? '' : '+'}${this.#offsetSeconds}\n`);
    renameSync(draft, this.#file);
  }
}
