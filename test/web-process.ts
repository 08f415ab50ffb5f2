import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { freePort } from '#/scripts/free-port.ts';
import { ROOT } from '#/scripts/project.ts';
import { withoutSettings } from '#/scripts/test/start-service.ts';

/** For busy machines. */
const READY_TIMEOUT_MS = 180_000;
const MAX_LINES = 20;

/** Default settings of every process: nothing is limited, and alarms may call this machine. */
const DEFAULTS = {
  AUTH_SECRET: 'only-for-tests-only-for-tests-only',
  ALARM_ALLOWED_CIDRS: '127.0.0.0/8',
  RATE_LIMIT_PER_KEY: '0',
  RATE_LIMIT_PER_PERSON: '0',
  RATE_LIMIT_PER_WORKSPACE: '0',
  LOG_LEVEL: 'info',
  LOG_FORMAT: 'json',
};

/** Settings for the owner of a first workspace, with a key that may do everything. */
export function firstOwner(workspace: string, apiKey: string): Record<string, string> {
  return {
    BOOTSTRAP_EMAIL: 'maya@example.com',
    BOOTSTRAP_PASSWORD: 'four words are best',
    BOOTSTRAP_WORKSPACE: workspace,
    BOOTSTRAP_API_KEY: apiKey,
  };
}

/** A real web process on loopback, pages and API. */
export class WebProcess {
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  readonly #ready = Promise.withResolvers<void>();
  readonly #lines: string[] = [];

  private constructor(port: number, env: Record<string, string>, root: string) {
    this.url = `http://127.0.0.1:${port}`;
    const args = ['--import', './scripts/supervisor/follow-parent.mjs', 'server/main.ts'];
    this.#child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...withoutSettings(), NODE_ENV: 'production', ...DEFAULTS, ...env, PORT: String(port), HOST: '127.0.0.1' },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#ended = once(this.#child, 'exit');
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      if (stream) createInterface({ input: stream }).on('line', (line) => this.#onLine(line));
    }
    void this.#ended.then(() => this.#ready.reject(new Error(`A web process ended.\n${this.#lines.join('\n')}`)));
    this.#ready.promise.catch(() => {});
  }

  /**
   * Starts one, on a free port unless one is given, and waits until it listens. `root`: the folder of another release.
   */
  static async start(env: Record<string, string>, port?: number, root = ROOT): Promise<WebProcess> {
    const web = new WebProcess(port ?? (await freePort()), env, root);
    const slow = setTimeout(() => web.#ready.reject(new Error(web.#lines.join('\n'))), READY_TIMEOUT_MS);
    await web.#ready.promise.finally(() => clearTimeout(slow));
    return web;
  }

  get pid(): number {
    return this.#child.pid as number;
  }

  /** Kills it, like a crash. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** Sends a signal and waits for the end. Returns the exit code; null when it was killed. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) this.#child.kill(signal);
    await this.#ended;
    return this.#child.exitCode;
  }

  #onLine(line: string): void {
    if (line.includes('web is ready')) this.#ready.resolve();
    this.#lines.push(line);
    if (this.#lines.length > MAX_LINES) this.#lines.shift();
  }
}
