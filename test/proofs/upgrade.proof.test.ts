import { readdirSync } from 'node:fs';
import pg from 'pg';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { hashSecret, newSecret, prefixOf } from '#/lib/accounts/api-keys/api-key.ts';
import { permissionsOf } from '#/lib/context/roles/role.ts';
import { newId } from '#/lib/core/ids.ts';
import { migrate } from '#/lib/db/migrate.ts';
import { freePort } from '#/scripts/free-port.ts';
import { emptyTestDatabase } from '#/test/database.ts';
import { CreatedAlarms } from '#/test/proofs/created-alarms.ts';
import { report } from '#/test/proofs/figures.ts';
import { HAS_HISTORY, previousRelease, type Release } from '#/test/proofs/previous-release.ts';
import { SteadyClients } from '#/test/proofs/steady-clients.ts';
import { PATIENCE_MS, until } from '#/test/proofs/until.ts';
import { WorkerProcess } from '#/test/proofs/worker-process.ts';
import { WebProcess } from '#/test/web-process.ts';

// The previous release runs two web processes and a worker under load, while this one migrates and replaces them one by
// one, workers first, as described in docs/operations.md. No request may fail, and no alarm may be lost.

const CLIENTS = 8;
const AT_LEAST = 40;

let release: Release;
let alarms: CreatedAlarms;
beforeAll(async () => {
  if (!HAS_HISTORY) return;
  release = previousRelease();
  alarms = await CreatedAlarms.start();
  return () => {
    alarms.close();
    release.remove();
  };
}, 600_000);

/** A database of the previous release, with a person who has an API key. Plain SQL, since clients differ. */
async function databaseOfBefore(): Promise<{ url: string; key: string; pool: pg.Pool }> {
  const url = await emptyTestDatabase();
  await migrate(url, { folder: release.migrations });
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  pool.on('error', () => {});
  const [workspace, user, key] = [newId(), newId(), newSecret()];
  await pool.query(`insert into workspaces (id, name) values ($1, 'Acme')`, [workspace]);
  await pool.query(`insert into users (id, email, name, time_zone) values ($1, 'maya@acme.dev', 'Maya', 'UTC')`, [
    user,
  ]);
  await pool.query(`insert into memberships (workspace_id, user_id, role) values ($1, $2, 'owner')`, [workspace, user]);
  await pool.query(
    `insert into api_keys (id, workspace_id, user_id, name, prefix, scopes, secret_hash)
     values ($1, $2, $3, 'proof', $4, $5, $6)`,
    [newId(), workspace, user, prefixOf(key), [...permissionsOf('owner')], hashSecret(key)],
  );
  return { url, key, pool };
}

function startWeb(url: string, port: number, root?: string): Promise<WebProcess> {
  const env = {
    DATABASE_URL: url,
    APP_URL: 'http://127.0.0.1',
    DRAIN_SECONDS: '3',
  };
  return WebProcess.start(env, port, root);
}

const isReady = async ({ url }: WebProcess) => (await fetch(`${url}/api/ready`)).status === 200;

test.runIf(HAS_HISTORY)(
  'processes of the previous release are replaced under load without a failed request or a lost alarm',
  async () => {
    const { url, key, pool } = await databaseOfBefore();
    const oldWorker = new WorkerProcess(url, 'before', {}, release.folder);
    onTestFinished(async () => void (await oldWorker.end('SIGKILL')));
    await oldWorker.ready();
    const ports = [await freePort(), await freePort()];
    const webs = await Promise.all(ports.map((port) => startWeb(url, port, release.folder)));
    onTestFinished(async () => void (await Promise.all([...webs.map((web) => web.kill()), pool.end()])));
    for (const web of webs) await until('it is ready', PATIENCE_MS, () => isReady(web));

    const targets = Array<number>(CLIENTS).fill(0);
    const clients = new SteadyClients({
      clients: CLIENTS,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      next: (client, wasClosed) => {
        if (wasClosed) targets[client] = 1 - (targets[client] as number);
        return (webs[targets[client] as number] as WebProcess).url;
      },
      // One in four starts a timer, which ends the previous one.
      write: (name) =>
        alarms.ids.length % 4 === 3 && !name.endsWith('0')
          ? { path: '/timers/start', body: { on_conflict: 'switch' } }
          : alarms.write(name),
      onCreated: alarms.onCreated,
    });
    const more = async () => {
      const [responses, arrived] = [clients.result.responses, alarms.ledger.size];
      await until('requests are answered and alarms arrive', PATIENCE_MS, () => {
        return clients.result.responses >= responses + AT_LEAST && alarms.ledger.size > arrived;
      });
    };

    await more();
    const responsesBefore = clients.result.responses;
    const applied = await migrate(url);
    // All processes are of the previous release, on the new schema.
    await more();
    const responsesSideBySide = clients.result.responses - responsesBefore;
    const newWorker = new WorkerProcess(url, 'after', {});
    onTestFinished(async () => void (await newWorker.end('SIGKILL')));
    await newWorker.ready();
    await more();
    expect(await oldWorker.end('SIGTERM')).toMatchObject({ code: 0 });
    for (const [index, port] of ports.entries()) {
      expect(await (webs[index] as WebProcess).end('SIGTERM')).toBe(0);
      const web = await startWeb(url, port);
      webs[index] = web;
      await until('the new one is ready', PATIENCE_MS, () => isReady(web));
      await more();
    }
    const { responses, failures } = await clients.stop();
    const pending = async () => (await pool.query('select from alarms')).rowCount;
    await until('all alarms have ended', PATIENCE_MS, async () => (await pending()) === 0);
    const lost = alarms.missing();
    const { rows } = await pool.query<{ count: number }>('select count(*)::int as count from timers');
    report('Upgrade', {
      from: `${release.commit} ${release.subject}`,
      'its migrations': readdirSync(release.migrations).length - 1,
      'applied under load': applied.join(' ') || 'none',
      responses,
      'of the release before, on the new schema': responsesSideBySide,
      failed: failures.length,
      alarms: alarms.ids.length,
      lost: lost.length,
      'sent more than once': alarms.ledger.repeated().length,
      timers: rows[0]?.count ?? 0,
    });
    expect(failures).toEqual([]);
    expect(lost).toEqual([]);
  },
);
