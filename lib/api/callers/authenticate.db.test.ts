import { encode } from 'next-auth/jwt';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endSession } from '#/lib/accounts/sessions/end-session.ts';
import type { SessionToken } from '#/lib/accounts/sessions/session-schemas.ts';
import { startSession } from '#/lib/accounts/sessions/start-session.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { DAY_MS } from '#/lib/core/duration.ts';
import { env } from '#/lib/core/env.ts';
import type { StartTimerJson } from '#/lib/tracking/timers/timer-schemas.ts';
import { APP_URL, type ApiClient, apiFor, apiKeyFor, clientWith } from '#/test/api-client.ts';
import { expectUnchanged } from '#/test/untouched.ts';
import { testWorld, type World } from '#/test/world.ts';

let world: World;
let maya: Ctx;
let token: SessionToken;
let cookie: string;
let browser: ApiClient;

beforeAll(async () => {
  world = await testWorld();
  process.env.DATABASE_URL = world.database.url;
});
beforeEach(async () => {
  maya = await world.member();
  token = await startSession(world, {
    userId: maya.actor.userId,
    device: { userAgent: null, address: null },
    days: 30,
  });
  cookie = `theme=dark; next-auth.session-token=${await encode({ token, secret: env().AUTH_SECRET })}`;
  browser = clientWith(world, { cookie, origin: APP_URL });
});

const WRITES: [string, string][] = [
  ['POST', '/timers/start'],
  ['POST', '/timers/0190f5fe-7c00-7a00-8000-000000000001/pause'],
  ['POST', '/timers/0190f5fe-7c00-7a00-8000-000000000001/stop'],
  ['PATCH', '/timers/0190f5fe-7c00-7a00-8000-000000000001'],
  ['POST', '/tickets'],
  ['POST', '/projects'],
];
const ELSEWHERE: [string, Record<string, string>][] = [
  ['without an Origin', {}],
  ['from another site', { origin: 'https://evil.example' }],
  ['from a sandboxed page', { origin: 'null' }],
  ['from another port', { origin: `${APP_URL}:8080` }],
  ['from a site with a similar name', { origin: 'https://evil.example', referer: `${APP_URL}/` }],
];

describe.each(ELSEWHERE)('a write with a cookie %s is rejected', (_from, headers) => {
  test.each(WRITES)('%s %s', async (method, path) => {
    const api = clientWith(world, { cookie, ...headers });
    const response = await expectUnchanged(world, () => api(method, path, {}));
    expect(response).toMatchObject({
      status: 403,
      body: {
        code: 'origin_not_allowed',
        errors: [{ pointer: '#/header/Origin', detail: 'is missing or another site' }],
      },
    });
  });
});

describe('a cookie does not authenticate', () => {
  test.each([
    ['when it is forged', () => 'next-auth.session-token=eyJhbGciOiJkaXIifQ..x.y.z'],
    ['when it is another site’s', () => 'session=abc'],
    ['when it is truncated', () => cookie.slice(0, -10)],
  ])('%s', async (_what, header) => {
    const api = clientWith(world, { cookie: header(), origin: APP_URL });
    expect(await api('GET', '/me')).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  });

  test('after signing out, even if it was copied', async () => {
    expect((await browser('GET', '/me')).status).toBe(200);
    await endSession(world, token);
    const response = await expectUnchanged(world, () => browser('POST', '/timers/start', {}));
    expect(response).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  });

  test('when it has expired', async () => {
    world.clock.advance(30 * DAY_MS);
    expect((await browser('GET', '/me')).status).toBe(401);
  });
});

test('a valid cookie does not make up for a wrong key', async () => {
  const api = clientWith(world, { cookie, origin: APP_URL, authorization: 'Bearer wrong' });
  expect(await api('GET', '/me')).toMatchObject({ status: 401, body: { code: 'api_key_invalid' } });
});

test('a key needs no Origin, and wins over a cookie', async () => {
  const leo = await world.member();
  const api = clientWith(world, { cookie, authorization: `Bearer ${await apiKeyFor(world, leo)}` });
  const { status, body } = await api<StartTimerJson>('POST', '/timers/start', {});
  expect([status, body.timer.user_id, body.timer.created_via]).toEqual([201, leo.actor.userId, 'api']);
});

test('a page of ours may write, and its timer counts as started in the browser', async () => {
  const { status, body } = await browser<StartTimerJson>('POST', '/timers/start', { title: 'From the page' });
  expect([status, body.timer.created_via, body.timer.user_id]).toEqual([201, 'web', maya.actor.userId]);
  const { rows } = await world.database.pool.query('select actor from events where subject_id = $1', [body.timer.id]);
  expect(rows).toEqual([{ actor: { kind: 'session', id: token.sid, user_id: maya.actor.userId } }]);
});

test('reading needs no Origin', async () => {
  const api = clientWith(world, { cookie });
  expect((await api('GET', '/timers/current')).status).toBe(200);
});

test('two browsers of one person share their Idempotency-Keys, but not with the person’s API key', async () => {
  const other = await startSession(world, {
    userId: maya.actor.userId,
    device: { userAgent: null, address: null },
    days: 1,
  });
  const second = clientWith(world, {
    cookie: `next-auth.session-token=${await encode({ token: other, secret: env().AUTH_SECRET })}`,
    origin: APP_URL,
  });
  const once = { 'idempotency-key': 'k1' };
  const first = await browser('POST', '/timers/start', {}, once);
  expect(await second('POST', '/timers/start', {}, once)).toMatchObject({ status: 201, body: first.body });
  const api = await apiFor(world, maya);
  expect((await api('POST', '/timers/start', {}, once)).status).toBe(409);
});
