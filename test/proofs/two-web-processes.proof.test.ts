import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccount } from '#/lib/accounts/users/create-account.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { newId } from '#/lib/core/ids.ts';
import { databaseClock } from '#/lib/db/database-clock.ts';
import { buildPages } from '#/scripts/build/build-pages.ts';
import { apiKeyFor } from '#/test/api-client.ts';
import { PATIENCE_MS, until } from '#/test/proofs/until.ts';
import { type RoundRobin, startRoundRobin } from '#/test/round-robin.ts';
import { WebProcess } from '#/test/web-process.ts';
import { testWorld, type World } from '#/test/world.ts';

// Two real web processes, pages and API, behind a balancer. State of one must be visible in the other.

/** Per minute. Few enough for a busy machine to send them all within one. */
const PER_KEY = 100;
const PERSON = { email: 'maya@example.com', password: 'four words are best' };
/** If the file runs by itself and the pages aren't built yet; `npm run prove` builds them before its tests. */
const BUILD_MS = 600_000;

let world: World;
let balancer: RoundRobin;
let one: WebProcess;
let other: WebProcess;

beforeAll(async () => {
  world = await testWorld();
  await buildPages((line) => process.stdout.write(`${line}\n`));
  balancer = await startRoundRobin();
  const env = {
    DATABASE_URL: world.database.url,
    APP_URL: balancer.url,
    RATE_LIMIT_STORE: 'postgres',
    RATE_LIMIT_PER_KEY: String(PER_KEY),
    RATE_LIMIT_PER_ADDRESS: '100000',
  };
  [one, other] = await Promise.all([WebProcess.start(env), WebProcess.start(env)]);
  balancer.sendTo([one.url, other.url]);
}, BUILD_MS);

afterAll(async () => {
  balancer?.close();
  await Promise.all([one?.kill(), other?.kill()]);
});

async function keyOf(ctx: Ctx): Promise<Record<string, string>> {
  return { authorization: `Bearer ${await apiKeyFor(world, ctx)}`, 'content-type': 'application/json' };
}

const me = (url: string, headers: Record<string, string>) => fetch(`${url}/api/v1/me`, { headers });

function createTicket(url: string, headers: Record<string, string>, key: string, idempotencyKey: string) {
  const body = JSON.stringify({ key });
  return fetch(`${url}/api/v1/tickets`, {
    method: 'POST',
    body,
    headers: { ...headers, 'idempotency-key': idempotencyKey },
  });
}

/** The cookies that a browser stores from a response. */
function storeCookies(jar: Map<string, string>, response: Response): Map<string, string> {
  for (const cookie of response.headers.getSetCookie()) {
    const [name = '', value = ''] = (cookie.split(';', 1)[0] ?? '').split('=');
    jar.set(name, value);
  }
  return jar;
}
const cookieHeader = (jar: Map<string, string>) => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');

/** Submits a next-auth form with its token, each request to the given process. */
async function submit(jar: Map<string, string>, url: string, action: string, form: Record<string, string>) {
  const request = await fetch(`${url}/api/auth/csrf`, { headers: { cookie: cookieHeader(jar) } });
  const { csrfToken } = (await request.json()) as { csrfToken: string };
  storeCookies(jar, request);
  const body = new URLSearchParams({ ...form, csrfToken, json: 'true' });
  const headers = { cookie: cookieHeader(jar), origin: balancer.url };
  storeCookies(jar, await fetch(`${url}/api/auth/${action}`, { method: 'POST', body, headers, redirect: 'manual' }));
}

test('a sign-in with one is valid at the other, and signing out there ends it for both', async () => {
  const account = { ...PERSON, name: 'Maya', time_zone: 'UTC', workspace_name: 'Acme' };
  await createAccount({ db: world.db, clock: databaseClock, signUp: 'open' }, account);
  const jar = new Map<string, string>();
  await submit(jar, one.url, 'callback/credentials', PERSON);
  const cookie = cookieHeader(jar);
  expect([(await me(one.url, { cookie })).status, (await me(other.url, { cookie })).status]).toEqual([200, 200]);
  await submit(jar, other.url, 'signout', {});
  expect([(await me(one.url, { cookie })).status, (await me(other.url, { cookie })).status]).toEqual([401, 401]);
});

test('a stream of one reports changes made at the other', async () => {
  const headers = await keyOf(await world.member());
  const leaving = new AbortController();
  const stream = await fetch(`${one.url}/api/v1/stream`, { headers, signal: leaving.signal });
  let received = '';
  const reading = stream.body?.pipeThrough(new TextDecoderStream()).pipeTo(
    new WritableStream({
      write: (text) => {
        received += text;
      },
    }),
  );
  await until('hello', PATIENCE_MS, () => received.includes('event: hello'));
  const body = JSON.stringify({ title: 'From the other side' });
  const started = await fetch(`${other.url}/api/v1/timers/start`, { method: 'POST', body, headers });
  expect(started.status).toBe(201);
  await until('the timer', PATIENCE_MS, () => received.includes('From the other side'));
  leaving.abort();
  await reading?.catch(() => {});
});

test('one Idempotency-Key sent to both at once has one effect', async () => {
  const maya = await world.member();
  const headers = await keyOf(maya);
  for (let round = 0; round < 20; round += 1) {
    const responses = await Promise.all(
      [one, other, one, other].map(({ url }) => createTicket(url, headers, `T-${round}`, `key-${round}`)),
    );
    const bodies = new Set(await Promise.all(responses.map((response) => response.text())));
    expect([responses.map(({ status }) => status), bodies.size]).toEqual([[201, 201, 201, 201], 1]);
    expect(responses.filter(({ headers }) => !headers.has('idempotency-replayed'))).toHaveLength(1);
  }
  expect(await world.db.ticket.count({ where: { workspaceId: maya.actor.workspaceId } })).toBe(20);
});

test('requests are counted across both', async () => {
  const headers = await keyOf(await world.member());
  const statuses: number[] = [];
  for (let n = 0; n < PER_KEY + 40; n += 20) {
    const responses = await Promise.all(Array.from({ length: 20 }, () => me(balancer.url, headers)));
    statuses.push(...responses.map(({ status }) => status));
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(PER_KEY);
  expect(statuses.filter((status) => status === 429)).toHaveLength(40);
  for (const { url } of [one, other]) expect((await me(url, headers)).status).toBe(429);
});

test('requests of a web process killed in the middle of work have one effect when they are repeated', async () => {
  const maya = await world.member();
  const headers = await keyOf(maya);
  let startedCount = 0;
  const create = async (n: number): Promise<void> => {
    const idempotencyKey = newId();
    for (;;) {
      startedCount += 1;
      const response = await createTicket(balancer.url, headers, `K-${n}`, idempotencyKey).catch(() => null);
      if (response?.status === 201) return;
      if (response && response.status !== 502) throw new Error(`${response.status}: ${await response.text()}`);
    }
  };
  const work = Promise.all(
    Array.from({ length: 6 }, async (_, queue) => {
      for (let n = 0; n < 10; n += 1) await create(queue * 10 + n);
    }),
  );
  await until('some are in flight', PATIENCE_MS, () => startedCount > 20);
  await one.kill();
  await work;
  expect(await world.db.ticket.count({ where: { workspaceId: maya.actor.workspaceId } })).toBe(60);
  expect((await me(other.url, headers)).status).toBe(200);
});
