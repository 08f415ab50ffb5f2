import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { OsUser } from '#/scripts/database/os-user.ts';
import { type SilentProxy, startSilentProxy } from '#/test/silent-proxy.ts';

/** A failure of a node: its host loses power, hangs, or loses its network. */
export type Failure = 'killed' | 'frozen' | 'cut off';

/**
 * The ports of a node's processes, and of the proxies through which everything else reaches it, and it reaches etcd.
 */
export type NodePorts = { rest: number; postgres: number };
export type NodeProxies = { rest: SilentProxy; postgres: SilentProxy; etcd: SilentProxy };

/** Proxies before a node and between it and etcd, which can fall silent together like a cut network. */
export async function startProxies(ports: NodePorts, etcdPort: number): Promise<NodeProxies> {
  const [rest, postgres, etcd] = await Promise.all(
    [ports.rest, ports.postgres, etcdPort].map((port) => startSilentProxy(`tcp://127.0.0.1:${port}`)),
  );
  return { rest, postgres, etcd } as NodeProxies;
}

/** Patroni and its PostgreSQL, in separate processes. */
export class PatroniNode {
  readonly name: string;
  readonly proxies: NodeProxies;
  readonly #dataFolder: string;
  readonly #configFile: string;
  readonly #user: OsUser;
  #patroni: ChildProcess | null = null;

  constructor(given: { name: string; proxies: NodeProxies; dataFolder: string; configFile: string; user: OsUser }) {
    this.name = given.name;
    this.proxies = given.proxies;
    this.#dataFolder = given.dataFolder;
    this.#configFile = given.configFile;
    this.#user = given.user;
  }

  /** The last lines of its log, for error messages. */
  get log(): string {
    return readFileSync(this.#logFile, 'utf8').split('\n').slice(-20).join('\n');
  }

  get #logFile(): string {
    return path.join(path.dirname(this.#configFile), `${this.name}.log`);
  }

  start(): void {
    const log = openSync(this.#logFile, 'a');
    const { command, args, options } = this.#user.launch('patroni', [this.#configFile]);
    this.#patroni = spawn(command, args, { ...options, stdio: ['ignore', log, log] });
    closeSync(log);
  }

  /** Shuts it down cleanly. */
  async stop(): Promise<void> {
    if (!this.#patroni || this.#hasEnded) return;
    this.#signalAll('SIGCONT');
    const ended = once(this.#patroni, 'exit');
    this.#patroni.kill('SIGTERM');
    await ended;
  }

  async fail(how: Failure): Promise<void> {
    if (how === 'cut off') this.#eachProxy((proxy) => proxy.silenceAll());
    else this.#signalAll(how === 'killed' ? 'SIGKILL' : 'SIGSTOP');
    if (how === 'killed' && this.#patroni && !this.#hasEnded) await once(this.#patroni, 'exit');
  }

  /** Makes it rejoin, as an operator or the network would. */
  async repair(how: Failure): Promise<void> {
    if (how === 'cut off') return this.#eachProxy((proxy) => proxy.heal());
    // Patroni 3.0.2, the version in Debian 12, may use its cached state of etcd from before it was frozen, and once it
    // leads it never again has a synchronous standby (https://github.com/patroni/patroni/pull/2783), so it is restarted
    // (docs/operations.md).
    if (how === 'frozen') await this.stop();
    this.start();
  }

  get #hasEnded(): boolean {
    return this.#patroni?.exitCode !== null || this.#patroni.signalCode !== null;
  }

  #eachProxy(act: (proxy: SilentProxy) => void): void {
    for (const proxy of Object.values(this.proxies)) act(proxy);
  }

  /** Patroni first, so that it doesn't react to the state of its PostgreSQL. */
  #signalAll(signal: NodeJS.Signals): void {
    for (const pid of [this.#patroni?.pid ?? 0, ...this.#postgresPids()]) {
      try {
        if (pid) process.kill(pid, signal);
      } catch (error) {
        // A backend may end meanwhile.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    }
  }

  /** The server and its backends; none while it doesn't run. */
  #postgresPids(): number[] {
    const { stdout } = spawnSync('pgrep', ['-f', `postgres .*${this.#dataFolder}`], { encoding: 'utf8' });
    return stdout
      .split('\n')
      .filter(Boolean)
      .map(Number)
      .flatMap((server) => [server, ...childrenOf(server)]);
  }
}

function childrenOf(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  return stdout.split('\n').filter(Boolean).map(Number);
}
