import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BodyKind } from '#/lib/alarms/alarms/alarm.ts';
import { MS_US, SECOND_US } from '#/lib/core/micros.ts';
import { claimDue } from '#/lib/engine/claim/claim-due-query.ts';
import { firingWorld, LEASE_MS, responding } from '#/test/engine/firing.ts';
import { eventually } from '#/test/eventually.ts';

let scene: Awaited<ReturnType<typeof firingWorld>>;
beforeAll(async () => {
  scene = await firingWorld();
});
beforeEach(async () => {
  await scene.query('truncate alarms');
});

/** Text that no compression makes small. */
function noise(length: number): string {
  let [text, state] = ['', 1];
  while (text.length < length) {
    state = (state * 48_271) % 2_147_483_647;
    text += state.toString(36);
  }
  return text.slice(0, length);
}

const LARGE = JSON.stringify({ text: noise(60_000) });

function claimAll() {
  const leaseUntilUs = scene.time.us + LEASE_MS * MS_US;
  return claimDue(scene.pool.sql, { afterUs: null, untilUs: scene.time.us, limit: 100, leaseUntilUs });
}

describe('a claim', () => {
  test.each([
    ['large payload', { payload: LARGE }],
    ['payload that is small only as it is compressed', { payload: JSON.stringify({ text: 'a'.repeat(60_000) }) }],
    ['payload of a few bytes and large headers', { payload: '1', settings: { headers: { 'x-large': noise(4_000) } } }],
  ])('leaves a %s in the database', async (_what, change) => {
    await scene.add(change);
    const [claim] = await claimAll();
    expect(claim).toMatchObject({ payload: null, settings: {}, storedBytes: expect.any(Number) });
  });

  test('returns small bodies with it', async () => {
    const settings = { headers: { 'x-small': 'yes' }, method: 'PUT' };
    await scene.add({ payload: '{"a": 1.0}', settings });
    await scene.add({ payload: null, settings: {} });
    expect(await claimAll()).toMatchObject([
      { payload: '{"a": 1.0}', settings, storedBytes: null },
      { payload: null, settings: {}, storedBytes: null },
    ]);
  });
});

describe('an alarm whose body is not JSON', () => {
  const text = `<tea note="é">${noise(10)}</tea>`;
  const bytes = Buffer.from([0, 255, 128, 10]);
  test.each<[string, BodyKind, string, string | Buffer]>([
    ['text', 'text', text, text],
    ['a large text', 'text', noise(60_000), noise(60_000)],
    ['bytes', 'base64', bytes.toString('base64'), bytes],
  ])('is sent as %s', async (_what, kind, stored, expected) => {
    await scene.add({ payload: JSON.stringify(stored), settings: { body: kind } });
    const { firing, sent, settle } = scene.engine(() => responding(200));
    await firing.runOnce();
    await settle(1);
    expect(sent.map(({ body }) => body)).toEqual([expected]);
    await firing.stop(0);
  });
});

describe('an alarm with a large body', () => {
  test('is sent with its exact body, and keeps it until it has ended', async () => {
    const headers = { 'x-large': noise(3_000) };
    const id = await scene.add({ payload: LARGE, settings: { headers } });
    const { firing, sent, settled, settle } = scene.engine(() => responding(settled.length === 0 ? 500 : 200));
    await firing.runOnce();
    await settle(1);
    scene.time.us += 3_600 * SECOND_US;
    firing.expect(scene.time.us - 3_600 * SECOND_US);
    await firing.runOnce();
    await settle(2);
    expect(sent.map(({ body, headers }) => [body === LARGE, headers['x-large']?.length])).toEqual([
      [true, 3_000],
      [true, 3_000],
    ]);
    expect(settled.map(({ claim }) => [claim.payload, claim.settings])).toEqual([
      [null, {}],
      [null, {}],
    ]);
    const [row] = await scene.query('select payload::text from alarm_history where id = $1', [id]);
    expect(row).toEqual({ payload: LARGE });
    await firing.stop(0);
  });

  test('is not fired late if so set, although its settings are read only when it is sent', async () => {
    await scene.add({
      dueUs: scene.time.us - 500 * MS_US,
      deadlineUs: scene.time.us - 1,
      payload: LARGE,
      settings: { misfire: 'skip' },
    });
    const { firing, sent, settled, settle } = scene.engine();
    await firing.runOnce();
    await settle(1);
    expect(sent).toEqual([]);
    expect(settled).toMatchObject([{ end: { reason: 'skipped' } }]);
    await firing.stop(0);
  });

  test('waits until others of its workspace have been sent when they hold its share of the memory', async () => {
    await scene.addAll(12, () => ({ payload: LARGE }));
    const ends = Array.from({ length: 12 }, () => Promise.withResolvers<void>());
    // The budget fits eight bodies in total, as text and as sent, and two of one workspace.
    const { firing, sent, settle } = scene.engine(
      async () => {
        await ends[sent.length - 1]?.promise;
        return responding(200);
      },
      { settings: { bodyBytes: 8 * 2 * 64 * 1024 } },
    );
    await firing.runOnce();
    await eventually(() => expect(sent).toHaveLength(2));
    // A small one does not wait.
    await scene.add({ payload: '"small"' });
    await firing.runOnce();
    await eventually(() => expect(sent.map(({ body }) => body?.length)).toEqual([LARGE.length, LARGE.length, 7]));
    for (const { resolve } of ends) resolve();
    await settle(13);
    expect(sent).toHaveLength(13);
    await firing.stop(0);
  });

  test('that another worker has reclaimed meanwhile is not sent', async () => {
    const id = await scene.add({ payload: LARGE });
    const { firing, sent } = scene.engine(undefined, {
      sql: (sql) => async (statement, values) => {
        if (statement.name === 'load_bodies') {
          await scene.query('update alarms set version = version + 1 where id = $1', [id]);
        }
        return sql(statement, values);
      },
    });
    await firing.runOnce();
    await firing.stop(1_000);
    expect(sent).toEqual([]);
    expect(await scene.row(id)).toMatchObject({ status: 'firing', version: 3 });
  });
});
