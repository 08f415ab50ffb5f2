import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import { DAY_MS, HOUR_MS } from '#/lib/core/duration.ts';
import { listSigningSecrets } from '#/lib/webhooks/secrets/signing-secrets.ts';
import type {
  CurrentWebhookSecretJson,
  RotatedWebhookSecretJson,
  WebhookSecretListJson,
} from '#/lib/webhooks/secrets/webhook-secret-schemas.ts';
import { type ApiClient, apiFor } from '#/test/api-client.ts';
import { expectUnchanged } from '#/test/untouched.ts';
import { testWorld, type World } from '#/test/world.ts';

const START = '2026-03-10T09:00:00.123Z';

let world: World;
let maya: Ctx;
let api: ApiClient;

beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  world.clock.set(START);
  maya = await world.member();
  api = await apiFor(world, maya);
});

const rotate = (overlap?: unknown) => api<RotatedWebhookSecretJson>('POST', '/webhook-secrets/rotate', { overlap });
const list = async () => (await api<WebhookSecretListJson>('GET', '/webhook-secrets')).body.webhook_secrets;
const current = async () =>
  (await api<CurrentWebhookSecretJson>('GET', '/webhook-secrets/current')).body.webhook_secret;
const signing = async () => {
  const { workspaceId } = maya.actor;
  return (await listSigningSecrets(world.db, [workspaceId], await world.clock.now())).get(workspaceId);
};
const after = (ms: number) => new Date(Date.parse(START) + ms).toISOString();

describe('access to a secret is rejected', () => {
  test('in full to a member who may not manage the workspace, though its prefix is shown', async () => {
    const leo = await apiFor(world, await world.member({ workspaceId: maya.actor.workspaceId, role: 'member' }));
    for (const [method, path] of [
      ['GET', '/webhook-secrets/current'],
      ['POST', '/webhook-secrets/rotate'],
    ] as const) {
      expect(await leo(method, path)).toMatchObject({ status: 403, body: { required_scope: 'workspace:manage' } });
    }
    const seen = (await leo<WebhookSecretListJson>('GET', '/webhook-secrets')).body.webhook_secrets;
    expect(seen).toEqual(await list());
    expect((await current()).secret).not.toBe(seen[0]?.prefix);
  });

  test.each([
    ['longer than seven days', '7d1ms'],
    ['negative', '-1h'],
    ['as unreadable text', 'a day'],
    ['a number without a unit', 3_600],
    ['null', null],
  ])('an overlap that is %s', async (_what, overlap) => {
    const response = await expectUnchanged(world, () => rotate(overlap));
    expect(response).toMatchObject({ status: 400, body: { code: 'input_invalid', errors: [{ pointer: '/overlap' }] } });
  });

  test('for a sixth valid one, since each adds a signature to every webhook', async () => {
    for (let created = 1; created < 5; created += 1) expect((await rotate('7d')).status).toBe(200);
    const response = await expectUnchanged(world, () => rotate('1ms'));
    expect(response).toMatchObject({ status: 409, body: { code: 'too_many_webhook_secrets' } });
    world.clock.advance(7 * DAY_MS);
    expect((await rotate('7d')).status).toBe(200);
  });
});

describe('a workspace', () => {
  test('has a secret as soon as it is requested, the one its webhooks are signed with', async () => {
    const secret = await current();
    expect(secret).toMatchObject({ secret: expect.stringMatching(/^whsec_/), created_at: START, expires_at: null });
    expect(await list()).toEqual([
      { id: secret.id, prefix: secret.secret.slice(0, 12), created_at: START, expires_at: null },
    ]);
    expect(await signing()).toEqual([secret.secret]);
    expect(await current()).toEqual(secret);
  });

  test('shares its secret with no other workspace', async () => {
    const other = await apiFor(world, await world.member());
    const { body } = await other<CurrentWebhookSecretJson>('GET', '/webhook-secrets/current');
    expect(body.webhook_secret.secret).not.toBe((await current()).secret);
  });
});

describe('rotating', () => {
  test('makes both secrets sign for a day, then only the new one', async () => {
    const old = await current();
    const { status, body } = await rotate();
    expect(status).toBe(200);
    expect(body.previous).toEqual({ ...(await list())[1] });
    expect(body.previous).toMatchObject({ id: old.id, expires_at: after(DAY_MS) });
    expect(await current()).toEqual(body.webhook_secret);
    expect(await signing()).toEqual([body.webhook_secret.secret, old.secret]);
    world.clock.advance(DAY_MS - 1);
    expect(await signing()).toHaveLength(2);
    world.clock.advance(1);
    expect(await signing()).toEqual([body.webhook_secret.secret]);
    expect(await list()).toHaveLength(1);
  });

  test.each([
    ['PT1H', HOUR_MS],
    ['90m', 1.5 * HOUR_MS],
    [{ hours: 2 }, 2 * HOUR_MS],
    ['P7D', 7 * DAY_MS],
  ])('accepts an overlap of %j', async (overlap, ms) => {
    expect((await rotate(overlap)).body.previous.expires_at).toBe(after(ms));
  });

  test('after a leak invalidates every other secret at once', async () => {
    await rotate('7d');
    await rotate('7d');
    const { body } = await rotate('0s');
    expect(await signing()).toEqual([body.webhook_secret.secret]);
  });

  test('never extends a secret that is expiring', async () => {
    const first = await current();
    await rotate('1h');
    await rotate('7d');
    expect((await list()).find(({ id }) => id === first.id)?.expires_at).toBe(after(HOUR_MS));
  });

  test('is recorded in the feed, without the secret', async () => {
    const old = await current();
    const { webhook_secret } = (await rotate('1h')).body;
    const { rows } = await world.database.pool.query(
      `select subject_id, data, data::text as text from events where workspace_id = $1 and type = 'webhook_secret.rotated'`,
      [maya.actor.workspaceId],
    );
    expect(rows).toMatchObject([
      {
        subject_id: webhook_secret.id,
        data: { webhook_secret: { id: webhook_secret.id }, before: { id: old.id, expires_at: after(HOUR_MS) } },
      },
    ]);
    expect(rows[0].text).not.toContain(webhook_secret.secret.slice(12));
  });

  test('happens once per Idempotency-Key, with the same secret in the response', async () => {
    const once = () =>
      api<RotatedWebhookSecretJson>('POST', '/webhook-secrets/rotate', {}, { 'idempotency-key': 'rotate-1' });
    const first = await once();
    expect((await once()).body).toEqual(first.body);
    expect(await list()).toHaveLength(2);
  });

  test('by four at once leaves one in force, and each got one that signs', async () => {
    await current();
    const responses = await Promise.all(Array.from({ length: 4 }, () => rotate('1h')));
    const secrets = responses.map(({ body }) => body.webhook_secret.secret);
    expect(new Set(secrets)).toHaveLength(4);
    expect(await signing()).toEqual(expect.arrayContaining(secrets));
    expect((await list()).filter(({ expires_at }) => expires_at === null)).toHaveLength(1);
  });
});
