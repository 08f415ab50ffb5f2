import { beforeAll, describe, expect, test } from 'vitest';
import type { AlarmJson, AlarmListJson, AlarmResponseJson } from '#/lib/alarms/alarms/alarm-schemas.ts';
import { MASKED } from '#/lib/alarms/alarms/credential-headers.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { putIn } from '#/test/alarm-rows.ts';
import { type ApiClient, apiFor } from '#/test/api-client.ts';
import { sessionFor } from '#/test/contract/session-client.ts';
import { testWorld, type World } from '#/test/world.ts';

const SECRET = 'Bearer quite-a-secret';
const HEADERS = { 'X-Team': 'billing', Authorization: SECRET, 'X-Api-Key': 'another-secret', Accept: '*/*' };
const HIDDEN = { ...HEADERS, Authorization: MASKED, 'X-Api-Key': MASKED };

let world: World;
let maya: Ctx;
let api: ApiClient;

beforeAll(async () => {
  world = await testWorld();
  maya = await world.member();
  api = await apiFor(world, maya);
});

const create = async (body: object = {}, client = api) =>
  (
    await client<AlarmResponseJson>('POST', '/alarms', {
      delay: '1h',
      url: 'https://a.dev/',
      headers: HEADERS,
      ...body,
    })
  ).body.alarm;
const shownTo = async (client: ApiClient, id: string) =>
  (await client<AlarmResponseJson>('GET', `/alarms/${id}`)).body.alarm.headers;

test.each(['scheduled', 'dead'] as const)('credentials in headers of a %s alarm are sealed at rest', async (state) => {
  const { id } = await create();
  await putIn(world, id, state);
  const { rows } = await world.database.pool.query(
    `select settings::text from alarms where id = $1 union all select settings::text from alarm_history where id = $1`,
    [id],
  );
  expect(rows[0].settings).toContain('billing');
  expect(rows[0].settings).not.toMatch(/secret/);
  expect(await shownTo(api, id)).toEqual(HEADERS);
});

describe('the value of a credential', () => {
  test('is shown to the key that created the alarm, and masked for other keys and members', async () => {
    const { id, headers } = await create();
    expect(headers).toEqual(HEADERS);
    const admin = await world.member({ workspaceId: maya.actor.workspaceId });
    expect(await shownTo(await apiFor(world, maya), id)).toEqual(HIDDEN);
    expect(await shownTo(await sessionFor(world, admin), id)).toEqual(HIDDEN);
  });

  test('is shown to the person who created the alarm on a page, and masked for others', async () => {
    const session = await sessionFor(world, maya);
    const { id } = await create({}, session);
    expect(await shownTo(session, id)).toEqual(HEADERS);
    expect(await shownTo(api, id)).toEqual(HIDDEN);
  });

  test('is masked in every response to anyone but its author', async () => {
    const { id } = await create({ external_id: 'once' });
    const other = await apiFor(world, maya);
    const responses = [
      await create({ external_id: 'once' }, other),
      (await other<AlarmResponseJson>('PATCH', `/alarms/${id}`, { delay: '2h' })).body.alarm,
      (await other<AlarmResponseJson>('POST', `/alarms/${id}/abort`, {})).body.alarm,
      (await other<{ current: AlarmJson }>('PATCH', `/alarms/${id}`, { delay: '3h' })).body.current,
    ];
    for (const alarm of responses) expect([alarm.id, alarm.headers]).toEqual([id, HIDDEN]);
  });

  test('is masked in alarms created before values were sealed', async () => {
    const { id } = await create();
    const stored = JSON.stringify({ headers: HEADERS });
    await world.database.pool.query('update alarms set settings = $2 where id = $1', [id, stored]);
    expect(await shownTo(await apiFor(world, maya), id)).toEqual(HIDDEN);
    expect(await shownTo(api, id)).toEqual(HEADERS);
  });
});

test('lists contain neither headers nor payloads, whatever their size', async () => {
  const lea = await world.member();
  const her = await apiFor(world, lea);
  const large = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`X-${index}`, 'x'.repeat(4_000)]));
  const ids: string[] = [];
  for (let index = 0; index < 5; index += 1) {
    ids.push((await create({ headers: large, payload: 'y'.repeat(1_000) }, her)).id);
  }
  await putIn(world, ids[0] as string, 'dead');
  for (const path of ['/alarms', '/dead-letters']) {
    const { body } = await her<AlarmListJson>('GET', path);
    expect(body.alarms.length).toBeGreaterThan(0);
    for (const alarm of body.alarms) expect(Object.keys(alarm)).not.toEqual(expect.arrayContaining(['headers']));
    expect(JSON.stringify(body)).not.toMatch(/xxx|yyy/);
  }
});
