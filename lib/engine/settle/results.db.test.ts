import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sealHeaders } from '#/lib/alarms/alarms/sealed-headers.ts';
import { newId } from '#/lib/core/ids.ts';
import { MS_US, SECOND_US } from '#/lib/core/micros.ts';
import type { WebhookResult } from '#/lib/webhooks/sending/attempt-result.ts';
import { firingWorld, responding } from '#/test/engine/firing.ts';

let scene: Awaited<ReturnType<typeof firingWorld>>;
beforeAll(async () => {
  scene = await firingWorld();
});
beforeEach(async () => {
  await scene.query('truncate alarms');
});

/** One pass with a receiver that does this, up to the written result. */
async function fire(response: WebhookResult) {
  const { firing, settle, sent } = scene.engine(() => response);
  await firing.runOnce();
  await settle(1);
  await firing.stop(0);
  return sent[0];
}

test('credentials in headers are sent as they were written', async () => {
  const id = newId();
  const headers = { 'X-Team': 'billing', Authorization: 'Bearer t' };
  await scene.add({ id, settings: sealHeaders(headers, id) });
  expect((await fire(responding(200)))?.headers).toMatchObject({ 'x-team': 'billing', authorization: 'Bearer t' });
});

test('an attempt whose headers can’t be read anymore is not sent, says why, and is retried', async () => {
  const id = newId();
  await scene.add({ id, settings: sealHeaders({ Authorization: 'Bearer t' }, 'sealed for another alarm') });
  expect(await fire(responding(200))).toBeUndefined();
  expect(await scene.row(id)).toMatchObject({ status: 'scheduled', attempts: 1 });
  expect(await scene.attempts(id)).toMatchObject([
    { outcome: 'protocol_error', sentUs: null, detail: expect.stringContaining('AUTH_SECRET has changed') },
  ]);
});

function feed(id: string) {
  return scene.query<{ type: string; data: unknown }>(
    "select type, data from events where subject_id = $1 and type <> 'alarm.created' order by id",
    [id],
  );
}

const TIMED_OUT: WebhookResult = {
  kind: 'timeout',
  detail: 'No response within 15000 ms.',
  address: '192.0.2.1',
  sentAtMs: 1,
  durationMs: 15_000,
};

test.each([2 ** 31 - 1, 2 ** 31, 3_000 * SECOND_US])(
  'the log has an attempt of %i microseconds with its whole duration, beyond 32 bits too',
  async (durationUs) => {
    const id = await scene.add();
    const { firing, settle } = scene.engine(() => {
      scene.time.us += durationUs;
      return responding(200);
    });
    await firing.runOnce();
    await settle(1);
    await firing.stop(0);
    expect(await scene.attempts(id)).toMatchObject([{ attempt: 1, outcome: 'delivered', durationUs }]);
  },
);

describe('an alarm that is delivered', () => {
  test.each([200, 204, 299])('ends with %i, and its row moves to the history', async (status) => {
    const id = await scene.add({ name: 'tea', payload: '{"n": 1.0}' });
    await fire(responding(status));
    expect(await scene.row(id)).toBeUndefined();
    expect(await scene.history(id)).toEqual({
      status: 'delivered',
      end_reason: 'delivered',
      attempts: 1,
      version: 3,
      finished_us: scene.time.us,
    });
    const [stored] = await scene.query<{ name: string; payload: string; sent: boolean }>(
      'select name, payload::text as payload, sent_at is not null as sent from alarm_history where id = $1',
      [id],
    );
    expect(stored).toEqual({ name: 'tea', payload: '{"n": 1.0}', sent: true });
    expect(await scene.attempts(id)).toMatchObject([
      { attempt: 1, outcome: 'delivered', statusCode: status, address: '192.0.2.1', nextAttemptUs: null },
    ]);
    expect(await feed(id)).toEqual([]);
  });
});

describe('an alarm that is not delivered', () => {
  test('has its outcome stored under the name of before 1.0, and read under the current one', async () => {
    const id = await scene.add();
    await fire(responding(500));
    expect(await scene.query('select outcome from alarm_attempts where alarm_id = $1', [id])).toEqual([
      { outcome: 'answered' },
    ]);
    expect(await scene.attempts(id)).toMatchObject([{ outcome: 'responded', statusCode: 500 }]);
  });

  test.each<[string, WebhookResult, number, number | null]>([
    ['responds with 500', responding(500), 5_000, 500],
    ['responds with a redirect, which is not followed', responding(302), 5_000, 302],
    ['asks for a minute with Retry-After', responding(429, { retryAfterMs: 60_000 }), 60_000, 429],
    ['asks for less than the delay', responding(503, { retryAfterMs: 10 }), 5_000, 503],
    ['does not respond in time', TIMED_OUT, 5_000, null],
  ])('is retried on the same row when the receiver %s', async (_what, response, waitMs, status) => {
    const id = await scene.add();
    await fire(response);
    const nextUs = scene.time.us + waitMs * MS_US;
    expect(await scene.row(id)).toEqual({
      status: 'scheduled',
      attempts: 1,
      version: 3,
      next_us: nextUs,
      lease_us: null,
    });
    expect(await scene.history(id)).toBeUndefined();
    expect(await scene.attempts(id)).toMatchObject([{ attempt: 1, statusCode: status, nextAttemptUs: nextUs }]);
  });

  test('is attempted at its next time and not before, with the same id and a higher number, until its attempts are used up', async () => {
    const id = await scene.add();
    const sent = [await fire(responding(500))];
    scene.time.us += 5 * SECOND_US - 11 * MS_US;
    const idle = scene.engine();
    await idle.firing.runOnce();
    expect(idle.sent).toEqual([]);
    await idle.firing.stop(0);
    scene.time.us += 11 * MS_US;
    sent.push(await fire(responding(500)));
    expect(await scene.row(id)).toMatchObject({ attempts: 2, version: 5, next_us: scene.time.us + 60 * SECOND_US });
    scene.time.us += 60 * SECOND_US;
    sent.push(await fire(responding(500)));
    expect(await scene.row(id)).toBeUndefined();
    expect(await scene.history(id)).toMatchObject({ status: 'dead', end_reason: 'exhausted', attempts: 3, version: 7 });
    expect(sent.map((request) => [request?.headers['webhook-id'], request?.headers['timer-attempt']])).toEqual([
      [id, '1'],
      [id, '2'],
      [id, '3'],
    ]);
    expect((await scene.attempts(id)).map(({ nextAttemptUs }) => nextAttemptUs === null)).toEqual([false, false, true]);
  });

  test('is dead once the attempts are used up, and the feed says so', async () => {
    const id = await scene.add({ maxAttempts: 1, name: 'tea', externalId: `tea-${scene.time.us}` });
    await fire(TIMED_OUT);
    expect(await feed(id)).toEqual([
      {
        type: 'alarm.dead',
        data: {
          alarm: {
            id,
            status: 'dead',
            name: 'tea',
            external_id: `tea-${scene.time.us}`,
            due_at: expect.any(String),
            version: 3,
            attempts: 1,
            end_reason: 'exhausted',
            url: 'https://acme.test/hook',
          },
          before: { status: 'firing' },
          after: { status: 'dead' },
        },
      },
    ]);
  });

  test('is dead at once when the receiver responds with 410, with attempts left', async () => {
    const id = await scene.add();
    await fire(responding(410));
    expect(await scene.history(id)).toMatchObject({ status: 'dead', end_reason: 'gone', attempts: 1 });
    expect((await feed(id)).map(({ type }) => type)).toEqual(['alarm.dead']);
  });

  test('uses its own waits where it has them', async () => {
    const id = await scene.add({ settings: { retry: { base_ms: 200, factor: 3, cap_ms: 500, count: 2 } } });
    await fire(responding(500));
    expect((await scene.row(id))?.next_us).toBe(scene.time.us + 200 * MS_US);
    scene.time.us += 200 * MS_US;
    await fire(responding(500));
    expect((await scene.row(id))?.next_us).toBe(scene.time.us + 500 * MS_US);
  });
});

describe('an alarm that publishes an event', () => {
  test('calls no URL: the feed has alarm.fired with its payload', async () => {
    const id = await scene.add({ url: null, settings: { output_mode: 'event' }, payload: '{"tea":true}' });
    const { firing, sent, settle } = scene.engine();
    await firing.runOnce();
    await settle(1);
    await firing.stop(0);
    expect(sent).toEqual([]);
    expect(await scene.history(id)).toMatchObject({ status: 'delivered', attempts: 1 });
    const [event] = await feed(id);
    expect(event).toMatchObject({ type: 'alarm.fired', data: { alarm: { id, url: null, payload: { tea: true } } } });
    expect(await scene.attempts(id)).toMatchObject([{ attempt: 1, outcome: 'delivered', statusCode: null }]);
  });

  test('that dies instead has the reason in the feed, without its payload', async () => {
    const id = await scene.add({
      url: null,
      settings: { output_mode: 'event' },
      payload: '{"tea":true}',
      dueUs: scene.time.us - 2 * SECOND_US,
      deadlineUs: scene.time.us - SECOND_US,
    });
    const { firing, settle } = scene.engine();
    await firing.runOnce();
    await settle(1);
    await firing.stop(0);
    const [event, ...others] = await feed(id);
    expect(others).toEqual([]);
    expect(event).toMatchObject({ type: 'alarm.dead', data: { alarm: { id, end_reason: 'deadline_passed' } } });
    expect(event).not.toHaveProperty('data.alarm.payload');
  });
});

describe('an alarm whose deadline has passed', () => {
  const deadlineUs = () => scene.time.us - SECOND_US;
  const dueUs = () => scene.time.us - 2 * SECOND_US;

  test.each([
    ['fire', 'delivered', 'delivered', 1],
    ['skip', 'aborted', 'skipped', 0],
    ['dead_letter', 'dead', 'deadline_passed', 0],
    [undefined, 'dead', 'deadline_passed', 0],
  ] as const)('with misfire %s ends as %s (%s) after %i attempts', async (misfire, status, reason, attemptCount) => {
    const settings = misfire ? { misfire } : {};
    const id = await scene.add({ dueUs: dueUs(), deadlineUs: deadlineUs(), settings });
    const { firing, sent, settle } = scene.engine();
    await firing.runOnce();
    await settle(1);
    await firing.stop(0);
    expect(sent).toHaveLength(attemptCount);
    expect(await scene.history(id)).toMatchObject({ status, end_reason: reason, attempts: attemptCount });
    expect(await scene.attempts(id)).toHaveLength(attemptCount);
    expect((await feed(id)).map(({ type }) => type)).toEqual(status === 'dead' ? ['alarm.dead'] : []);
  });

  test('fires before the deadline', async () => {
    const id = await scene.add({ dueUs: dueUs(), deadlineUs: scene.time.us });
    await fire(responding(200));
    expect(await scene.history(id)).toMatchObject({ status: 'delivered' });
  });

  test('is not retried when the next attempt would come after it, unless it may fire late', async () => {
    const [gone, late] = await Promise.all([
      scene.add({ deadlineUs: scene.time.us + SECOND_US }),
      scene.add({ deadlineUs: scene.time.us + SECOND_US, settings: { misfire: 'fire' } }),
    ]);
    const { firing, settle } = scene.engine(() => responding(500));
    await firing.runOnce();
    await settle(2);
    await firing.stop(0);
    expect(await scene.history(gone)).toMatchObject({ status: 'dead', end_reason: 'deadline_passed', attempts: 1 });
    expect(await scene.row(late)).toMatchObject({ status: 'scheduled', attempts: 1 });
  });
});
