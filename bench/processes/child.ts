import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Handlers, READY_ID, type Reply } from '#/bench/processes/calls.ts';
import { type Log, openLog } from '#/bench/processes/open-log.ts';
import { ROOT } from '#/scripts/project.ts';

export type ChildOptions = {
  /** Arguments of Node: the script, relative to the project's root, and what belongs before and after it. */
  args: string[];
  env?: Record<string, string>;
  log: Log;
};

const STOP_TIMEOUT_MS = 30_000;

/** A Node process of ours in a session of its own, so that Ctrl-C reaches it through this process only. */
export class Child<Q extends Handlers<Q> = Record<never, never>> {
  readonly #process: ChildProcess;
  readonly #log: Log;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  readonly #ready = Promise.withResolvers<unknown>();
  readonly #ended: Promise<unknown>;
  #lastId = READY_ID;

  constructor({ args, env, log }: ChildOptions) {
    const descriptor = openLog(log);
    this.#log = log;
    this.#process = spawn(process.execPath, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', descriptor, descriptor, 'ipc'],
      serialization: 'advanced',
      detached: true,
    });
    this.#ended = once(this.#process, 'exit').catch(() => {});
    this.#ready.promise.catch(() => {});
    this.#waiting.set(READY_ID, this.#ready);
    this.#process.on('message', (result) => this.#settle(result as Reply));
    this.#ended.then(() => this.#rejectAll());
  }

  get pid(): number {
    return this.#process.pid as number;
  }

  /** Settles when the child reports that it is ready for calls. For children that use `serveParent`. */
  async ready(): Promise<void> {
    await this.#ready.promise;
  }

  call<K extends keyof Q & string>(name: K, input: Parameters<Q[K]>[0]): Promise<Awaited<ReturnType<Q[K]>>> {
    const id = ++this.#lastId;
    const waiting = Promise.withResolvers<unknown>();
    this.#waiting.set(id, waiting);
    this.#process.send({ id, name, input }, (error) => error && waiting.reject(error));
    return waiting.promise as Promise<Awaited<ReturnType<Q[K]>>>;
  }

  /** Throws when the process has ended. */
  assertRunning(): void {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) throw this.#endedError();
  }

  /** SIGTERM, and SIGKILL when that does not help. */
  async stop(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    this.#process.kill('SIGTERM');
    const slow = setTimeout(() => this.#process.kill('SIGKILL'), STOP_TIMEOUT_MS);
    await this.#ended;
    clearTimeout(slow);
  }

  #settle({ id, value, problem }: Reply): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (problem === undefined) waiting?.resolve(value);
    else waiting?.reject(new Error(`${this.#log.name}: ${problem}`));
  }

  #rejectAll(): void {
    for (const waiting of this.#waiting.values()) waiting.reject(this.#endedError());
    this.#waiting.clear();
  }

  #endedError(): Error {
    const { exitCode, signalCode } = this.#process;
    return new Error(`The process ${this.#log.name} ended (${signalCode ?? exitCode}). ${this.#log.tail()}`);
  }
}
