import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { ROOT } from '#/scripts/project.ts';

export type Ended = { code: number | null; signal: NodeJS.Signals | null };
type Settings = Record<string, string>;

/** For busy machines. */
const READY_TIMEOUT_MS = 180_000;
const MAX_LINES = 20;

/** A real worker in a separate process. */
export class WorkerProcess {
  /** Identifies the sender to the receiver, if the alarm's format is CloudEvents. */
  readonly source: string;
  /** Settles when the process has ended, for whatever reason. */
  readonly ended: Promise<Ended>;
  readonly #process: ChildProcess;
  readonly #ready = Promise.withResolvers<void>();
  /** Its last unusual log lines. */
  readonly #complaints: string[] = [];

  /** `root`: the folder of another release. */
  constructor(databaseUrl: string, name: string, settings: Settings, root = ROOT) {
    this.source = `http://${name}.test`;
    this.#process = spawn(process.execPath, ['--import', './scripts/supervisor/follow-parent.mjs', 'worker/main.ts'], {
      cwd: root,
      env: {
        ...process.env,
        ...base(databaseUrl),
        APP_URL: this.source,
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.ended = once(this.#process, 'exit').then(([code, signal]) => ({ code, signal }) as Ended);
    for (const stream of [this.#process.stdout, this.#process.stderr]) {
      if (stream) createInterface({ input: stream }).on('line', (line) => this.#onLine(line));
    }
    void this.ended.then(() => this.#ready.reject(new Error(`A worker ended.\n${this.complaints}`)));
    this.#ready.promise.catch(() => {});
  }

  get isRunning(): boolean {
    return this.#process.exitCode === null && this.#process.signalCode === null;
  }

  get pid(): number {
    return this.#process.pid as number;
  }

  /** Its peak memory so far, in MB. Known only on Linux; 0 elsewhere. */
  get peakMemoryMb(): number {
    if (process.platform !== 'linux') return 0;
    const status = readFileSync(`/proc/${this.pid}/status`, 'utf8');
    return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024);
  }

  get complaints(): string {
    return this.#complaints.join('\n');
  }

  /** Resolves when it reports that it is ready. */
  async ready(): Promise<this> {
    const slow = setTimeout(() => this.#ready.reject(new Error(`Never ready.\n${this.complaints}`)), READY_TIMEOUT_MS);
    await this.#ready.promise.finally(() => clearTimeout(slow));
    return this;
  }

  /** Sends a signal and waits for the end. */
  async end(signal: NodeJS.Signals): Promise<Ended> {
    if (this.isRunning) this.#process.kill(signal);
    return this.ended;
  }

  /** Sends a signal that does not end it. */
  signal(signal: NodeJS.Signals): void {
    this.#process.kill(signal);
  }

  #onLine(line: string): void {
    if (line.includes('"level":"info"')) {
      if (line.includes('worker is ready')) this.#ready.resolve();
      return;
    }
    this.#complaints.push(line);
    if (this.#complaints.length > MAX_LINES) this.#complaints.shift();
  }
}

function base(databaseUrl: string): Settings {
  return {
    DATABASE_URL: databaseUrl,
    AUTH_SECRET: 'only-for-tests-only-for-tests-only',
    ALARM_ALLOWED_CIDRS: '127.0.0.0/8',
    LOG_LEVEL: 'info',
    LOG_FORMAT: 'json',
    WORKER_METRICS_PORT: '0',
    // Proofs count every alarm.
    CANARY_EVERY_SECONDS: '0',
  };
}
