import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chooseOsUser, type OsUser } from '#/scripts/database/os-user.ts';
import { freePort } from '#/scripts/free-port.ts';
import { ROOT } from '#/scripts/project.ts';
import { type NodeProxies, PatroniNode, startProxies } from '#/test/proofs/ha/patroni-node.ts';
import { PATIENCE_MS, until } from '#/test/proofs/until.ts';

const POSTGRES = '/usr/lib/postgresql';
const PASSWORDS = {
  POSTGRES_PASSWORD: 'only-for-tests',
  REPLICATION_PASSWORD: 'only-for-tests-2',
  REWIND_PASSWORD: 'only-for-tests-3',
};

/** Debian: `apt-get install patroni etcd-server haproxy postgresql`. Optional. */
export const HAS_PATRONI =
  existsSync(POSTGRES) &&
  [
    ['patroni', '--version'],
    ['etcd', '--version'],
    ['haproxy', '-v'],
  ].every(([program, flag]) => spawnSync(program as string, [flag as string]).status === 0);

type Member = { name: string; role: string; state: string };

/**
 * Two PostgreSQL with synchronous replication under Patroni, one etcd and HAProxy, from the files of `ops/ha`. There is
 * only one etcd here: an outage of etcd isn't tested.
 */
export class PatroniCluster {
  readonly nodes: readonly PatroniNode[];
  readonly #folder: string;
  readonly #primaryPort: number;
  readonly #helpers: ChildProcess[] = [];
  readonly #callOff: () => void;

  private constructor(nodes: PatroniNode[], folder: string, primaryPort: number, helpers: ChildProcess[]) {
    this.nodes = nodes;
    this.#folder = folder;
    this.#primaryPort = primaryPort;
    this.#helpers = helpers;
    this.#callOff = endAllWhenKilled(folder);
  }

  /** Starts it, and resolves when one node follows the other synchronously. */
  static async start(): Promise<PatroniCluster> {
    const folder = mkdtempSync(path.join(tmpdir(), 'timer-service-ha-'));
    // As root, PostgreSQL runs as another user, who needs access.
    chmodSync(folder, 0o711);
    const binFolder = path.join(POSTGRES, newestOf(readdirSync(POSTGRES)), 'bin');
    const user = chooseOsUser(path.join(folder, 'data'), path.join(binFolder, 'postgres'));
    const owned = (name: string) => ownedFolder(path.join(folder, name), user);
    const sockets = owned('sockets');
    const [primaryPort, replicaPort, etcdPort, peerPort] = await Promise.all(Array.from({ length: 4 }, freePort));
    const helpers = [startEtcd(owned('etcd'), etcdPort as number, peerPort as number)];
    const nodes: PatroniNode[] = [];
    const haproxy: Record<string, string> = {
      LISTEN_HOST: '127.0.0.1',
      PRIMARY_PORT: String(primaryPort),
      REPLICA_PORT: String(replicaPort),
    };
    for (const name of ['one', 'two']) {
      const ports = { rest: await freePort(), postgres: await freePort() };
      const proxies = await startProxies(ports, etcdPort as number);
      const configFile = path.join(folder, `${name}.yml`);
      const settings = {
        ...PASSWORDS,
        NODE: name,
        LISTEN_HOST: '127.0.0.1',
        CLIENT_NETWORK: '127.0.0.1/32',
        REST_PORT: String(ports.rest),
        REST_ADDRESS: hostOf(proxies, 'rest'),
        POSTGRES_PORT: String(ports.postgres),
        POSTGRES_ADDRESS: hostOf(proxies, 'postgres'),
        ETCD_HOSTS: hostOf(proxies, 'etcd'),
        ETCD_IS_BEHIND_PROXIES: 'true',
        BIN_FOLDER: binFolder,
        DATA_FOLDER: path.join(owned(`data-${name}`), 'postgres'),
        SOCKET_FOLDER: sockets,
      };
      writeFileSync(configFile, filledIn('patroni.yml', settings));
      const suffix = name.toUpperCase();
      haproxy[`POSTGRES_ADDRESS_${suffix}`] = hostOf(proxies, 'postgres');
      haproxy[`REST_HOST_${suffix}`] = '127.0.0.1';
      haproxy[`REST_PORT_${suffix}`] = new URL(proxies.rest.url).port;
      nodes.push(new PatroniNode({ name, proxies, dataFolder: settings.DATA_FOLDER, configFile, user }));
    }
    const haproxyFile = path.join(folder, 'haproxy.cfg');
    writeFileSync(haproxyFile, filledIn('haproxy.cfg', haproxy));
    helpers.push(spawn('haproxy', ['-db', '-f', haproxyFile], { stdio: 'ignore' }));
    const cluster = new PatroniCluster(nodes, folder, primaryPort as number, helpers);
    for (const node of nodes) node.start();
    try {
      await cluster.waitUntilInSync();
    } catch (error) {
      await cluster.stop();
      throw error;
    }
    return cluster;
  }

  /** Of a database on the current primary. */
  url(database: string): string {
    return `postgresql://postgres:${PASSWORDS.POSTGRES_PASSWORD}@127.0.0.1:${this.#primaryPort}/${database}`;
  }

  /** Resolves when both run and one follows the other synchronously. Returns the primary. */
  async waitUntilInSync(): Promise<PatroniNode> {
    let leader: PatroniNode | undefined;
    await until('one node follows the other synchronously', PATIENCE_MS, async () => {
      const members = await this.#members();
      const has = (role: string) => members.find((member) => member.role === role);
      leader = this.nodes.find(({ name }) => name === has('leader')?.name);
      return leader !== undefined && has('sync_standby') !== undefined;
    }).catch((error: Error) => {
      throw new Error(`${error.message}\n${this.nodes.map(({ name, log }) => `${name}:\n${log}`).join('\n')}`);
    });
    return leader as PatroniNode;
  }

  async stop(): Promise<void> {
    for (const { proxies } of this.nodes) for (const proxy of Object.values(proxies)) proxy.heal();
    await Promise.all(this.nodes.map((node) => node.stop()));
    for (const helper of this.#helpers) {
      const ended = once(helper, 'exit');
      helper.kill('SIGTERM');
      await ended;
    }
    for (const { proxies } of this.nodes) for (const proxy of Object.values(proxies)) proxy.close();
    this.#callOff();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** As reported by the first node that responds; none while no node does. */
  async #members(): Promise<Member[]> {
    for (const { proxies } of this.nodes) {
      const { host } = new URL(proxies.rest.url);
      const response = await fetch(`http://${host}/cluster`, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
      if (response?.ok) return ((await response.json()) as { members: Member[] }).members;
    }
    return [];
  }
}

function hostOf(proxies: NodeProxies, which: keyof NodeProxies): string {
  return new URL(proxies[which].url).host;
}

/** A file of `ops/ha` with its variables replaced, as by `envsubst`. Throws for one without a value. */
function filledIn(file: string, values: Record<string, string>): string {
  return readFileSync(path.join(ROOT, 'ops/ha', file), 'utf8').replace(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`ops/ha/${file}: no value for ${name}`);
    return value;
  });
}

function newestOf(versions: string[]): string {
  return versions.sort((a, b) => Number(b) - Number(a))[0] as string;
}

function ownedFolder(folder: string, { ids }: OsUser): string {
  mkdirSync(folder, { mode: 0o700 });
  if (ids) chownSync(folder, ids.uid, ids.gid);
  return folder;
}

function startEtcd(folder: string, port: number, peerPort: number): ChildProcess {
  const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`];
  const args = [
    ['--data-dir', folder],
    ['--listen-client-urls', client],
    ['--advertise-client-urls', client],
    ['--listen-peer-urls', peer],
    ['--initial-advertise-peer-urls', peer],
    ['--initial-cluster', `default=${peer}`],
    ['--log-level', 'error'],
  ];
  return spawn('etcd', args.flat(), { stdio: 'ignore' });
}

/** Kills every process with this folder in its command line when this process ends, for whatever reason. */
function endAllWhenKilled(folder: string): () => void {
  const script = 'read -r word && exit; pgrep -f "$1" | grep -v "^$$\\$" | xargs -r kill -KILL; rm -rf "$1"';
  const watcher = spawn('sh', ['-c', script, 'sh', folder], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  watcher.unref();
  return () => watcher.stdin?.end('stopped\n');
}
