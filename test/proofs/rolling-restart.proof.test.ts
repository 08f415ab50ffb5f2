import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import type { Ctx } from '#/lib/context/context.ts';
import { buildPages } from '#/scripts/build/build-pages.ts';
import { freePort } from '#/scripts/free-port.ts';
import { apiKeyFor } from '#/test/api-client.ts';
import { CreatedAlarms } from '#/test/proofs/created-alarms.ts';
import { report } from '#/test/proofs/figures.ts';
import { HAS_HAPROXY, startHaproxy } from '#/test/proofs/haproxy.ts';
import { startWorker } from '#/test/proofs/scene.ts';
import { SteadyClients, type SteadyResult } from '#/test/proofs/steady-clients.ts';
import { PATIENCE_MS, until } from '#/test/proofs/until.ts';
import type { WorkerProcess } from '#/test/proofs/worker-process.ts';
import { WebProcess } from '#/test/web-process.ts';
import { testWorld, type World } from '#/test/world.ts';

// Two real web processes and a worker, replaced one after the other under load as described in docs/operations.md. No
// request may fail, and no alarm may be lost.

const CLIENTS = 20;
const STREAMS = 10;
/** How often each process, and the worker, is replaced. */
const ROUNDS = 2;
const BUILD_MS = 600_000;

let world: World;
let maya: Ctx;
let ports: number[];
let webs: WebProcess[];

beforeAll(async () => {
  world = await testWorld();
  maya = await world.member();
  await buildPages((line) => process.stdout.write(`${line}\n`));
  ports = [await freePort(), await freePort()];
  webs = await Promise.all(ports.map(startWeb));
  return async () => void (await Promise.all(webs.map((web) => web.kill())));
}, BUILD_MS);

function startWeb(port: number): Promise<WebProcess> {
  const env = {
    DATABASE_URL: world.database.url,
    APP_URL: 'http://127.0.0.1',
    // On a busy machine a check of HAProxy's may take a few seconds.
    DRAIN_SECONDS: '8',
  };
  return WebProcess.start(env, port);
}

const isReady = async ({ url }: WebProcess) => (await fetch(`${url}/api/ready`)).status === 200;

async function keyHeaders(): Promise<Record<string, string>> {
  return { authorization: `Bearer ${await apiKeyFor(world, maya)}`, 'content-type': 'application/json' };
}

/** Replaces one process by another on the same port. Returns its exit code. */
async function replace(index: number): Promise<number | null> {
  const code = await (webs[index] as WebProcess).end('SIGTERM');
  const web = await startWeb(ports[index] as number);
  webs[index] = web;
  await until('the new process is ready', PATIENCE_MS, () => isReady(web));
  return code;
}

/** A stream and a socket, and how they ended. */
async function subscribe(url: string, headers: Record<string, string>) {
  const stream = await fetch(`${url}/api/v1/stream`, { headers });
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/v1/ws`, { headers });
  await once(socket, 'open');
  const closed = once(socket, 'close');
  // Rejects when the connection is reset.
  return { output: text(stream.body as never), code: closed.then(([code]) => code as number) };
}

type Next = (client: number, wasClosed: boolean) => string;

/** Half of these clients create alarms. The receiver is closed after the test. */
async function clientsAtWork(next: Next, headers: Record<string, string>) {
  const alarms = await CreatedAlarms.start();
  onTestFinished(() => alarms.close());
  const { write, onCreated } = alarms;
  return { alarms, clients: new SteadyClients({ clients: CLIENTS, next, headers, write, onCreated }) };
}

type AtWork = Awaited<ReturnType<typeof clientsAtWork>>;

/** Replaces the worker once in each round, then both web processes. */
async function replaceAllUnder(
  { clients, alarms }: AtWork,
  first: WorkerProcess,
  afterEach: (index: number) => Promise<void>,
): Promise<void> {
  const more = () => {
    const [responses, arrived] = [clients.result.responses, alarms.ledger.size];
    return until('clients are at work and alarms arrive', PATIENCE_MS, () => {
      return clients.result.responses > responses + CLIENTS && alarms.ledger.size > arrived;
    });
  };
  let worker = first;
  for (let round = 0; round < ROUNDS; round += 1) {
    await more();
    worker = await replaceWorker(worker);
    for (const index of [0, 1]) {
      await more();
      expect(await replace(index)).toBe(0);
      await afterEach(index);
    }
  }
}

/** The new one is ready before the other ends, since web processes are ready only while there is a worker. */
async function replaceWorker(old: WorkerProcess): Promise<WorkerProcess> {
  const worker = await startWorker(world.database.url, 'worker', {});
  expect(await old.end('SIGTERM')).toMatchObject({ code: 0 });
  return worker;
}

/** Waits for the alarms, and reports and expects that no request failed and that none of them is lost. */
async function expectNothingLost(name: string, { responses, failures, reused }: SteadyResult, alarms: CreatedAlarms) {
  const pending = async () => (await world.database.pool.query('select from alarms')).rowCount;
  await until('every alarm has ended', PATIENCE_MS, async () => (await pending()) === 0);
  const lost = alarms.missing();
  report(name, {
    responses,
    reused,
    failed: failures.length,
    alarms: alarms.ids.length,
    lost: lost.length,
    'sent more than once': alarms.ledger.repeated().length,
  });
  expect(failures).toEqual([]);
  expect(lost).toEqual([]);
}

test('processes are replaced under plain clients without a failed request or a lost alarm', async () => {
  const worker = await startWorker(world.database.url, 'worker', {});
  await until('both are ready', PATIENCE_MS, async () => (await Promise.all(webs.map(isReady))).every(Boolean));
  const targets = Array<number>(CLIENTS).fill(0);
  // A client that gets `Connection: close` uses the other process, and no client gets an error.
  const next = (client: number, wasClosed: boolean) => {
    if (wasClosed) targets[client] = 1 - (targets[client] as number);
    return (webs[targets[client] as number] as WebProcess).url;
  };
  const atWork = await clientsAtWork(next, await keyHeaders());
  await replaceAllUnder(atWork, worker, async () => {});
  const result = await atWork.clients.stop();
  await expectNothingLost('Web processes and worker replaced, plain clients', result, atWork.alarms);
  expect(result.reused).toBeGreaterThan(0);
});

test('streams get a retry delay and end, sockets get 1001, while requests continue', async () => {
  await startWorker(world.database.url, 'worker', {});
  const [web] = webs as [WebProcess];
  await until('it is ready', PATIENCE_MS, () => isReady(web));
  const headers = await keyHeaders();
  const subscribers = await Promise.all(Array.from({ length: STREAMS }, () => subscribe(web.url, headers)));
  const ended = replace(0);
  await until('it says that it ends', PATIENCE_MS, async () => !(await isReady(web)));
  const during = await fetch(`${web.url}/api/v1/me`, { headers });
  expect([during.status, during.headers.get('connection')]).toEqual([200, 'close']);
  for (const { output, code } of subscribers) {
    expect(await output).toMatch(/event: hello[\s\S]*\nretry: \d+\n\n$/);
    expect(await code).toBe(1001);
  }
  expect(await ended).toBe(0);
});

test.skipIf(!HAS_HAPROXY)(
  'processes are replaced behind HAProxy without a failed request or a lost alarm',
  async () => {
    const worker = await startWorker(world.database.url, 'worker', {});
    const url = await startHaproxy(ports);
    const headers = await keyHeaders();
    const isServing = async (index: number) => {
      // Rejected while HAProxy starts.
      const response = await fetch(`${url}/api/v1/me`, { headers }).catch(() => null);
      return response?.headers.get('x-served-by') === `s${index}`;
    };
    for (const index of [0, 1]) await until('HAProxy sends it requests', PATIENCE_MS, () => isServing(index));
    const atWork = await clientsAtWork(() => url, headers);
    const subscribers = await Promise.all(Array.from({ length: STREAMS }, () => subscribe(url, headers)));
    await replaceAllUnder(atWork, worker, (index) =>
      until('HAProxy sends it requests', PATIENCE_MS, () => isServing(index)),
    );
    const result = await atWork.clients.stop();
    await expectNothingLost('Web processes and worker replaced, behind HAProxy', result, atWork.alarms);
    for (const { output, code } of subscribers) {
      expect(await output).toMatch(/\nretry: \d+\n\n$/);
      expect(await code).toBe(1001);
    }
  },
);
