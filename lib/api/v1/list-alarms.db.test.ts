import { beforeAll, describe, expect, test } from 'vitest';
import type { AlarmCountsJson, AlarmListJson, ListedAlarmJson } from '#/lib/alarms/alarms/alarm-schemas.ts';
import type { AttemptListJson } from '#/lib/alarms/attempts/attempt-schemas.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { ALARM_STATES, type AlarmState, alarmIn, putIn } from '#/test/alarm-rows.ts';
import { type ApiClient, apiFor } from '#/test/api-client.ts';
import { expectUnchanged } from '#/test/untouched.ts';
import { testWorld, type World } from '#/test/world.ts';

let world: World;
let maya: Ctx;
let api: ApiClient;
/** Three in each state, all due at the same microsecond, and one due an hour later. */
const ids = new Map<AlarmState, string[]>();

const SAME = '2026-03-10T12:00:00.000001Z';
const LATER = '2026-03-10T13:00:00.000001Z';

beforeAll(async () => {
  world = await testWorld();
  maya = await world.member();
  api = await apiFor(world, maya);
  const outsider = await apiFor(world, await world.member());
  for (const state of ALARM_STATES) {
    const created: string[] = [];
    for (const fire_at of [SAME, SAME, SAME, LATER]) {
      const body = {
        delay: undefined,
        fire_at,
        name: `A ${state} 100%`,
        payload: [1],
        external_id: `x_${state}_${created.length}`,
      };
      created.push((await alarmIn(world, api, state, body)).id);
    }
    ids.set(state, created);
    await alarmIn(world, outsider, state, { name: 'Not yours' });
  }
});

const list = async (query = '') => (await api<AlarmListJson>('GET', `/alarms?${query}`)).body;
const idsOf = (alarms: ListedAlarmJson[]) => alarms.map(({ id }) => id);
const sorted = (some: string[]) => [...some].sort();
const all = () => [...ids.values()].flat();
const of = (...states: AlarmState[]) => sorted(states.flatMap((state) => ids.get(state) ?? []));
const stateOf = (alarm: ListedAlarmJson): AlarmState => {
  if (alarm.end_reason === 'skipped') return 'skipped';
  return alarm.status;
};

async function walk(query: string, between?: () => Promise<unknown>): Promise<ListedAlarmJson[]> {
  const seen: ListedAlarmJson[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: AlarmListJson = await list(`${query}${cursor && `&cursor=${cursor}`}`);
    seen.push(...page.alarms);
    cursor = page.next_cursor;
    await between?.();
  }
  return seen;
}

describe('the list rejects', () => {
  test.each([
    ['status=due', '#/query/status'],
    ['retrying=true', '#/query/retrying'],
    ['order=up', '#/query/order'],
    ['limit=0', '#/query/limit'],
    ['limit=201', '#/query/limit'],
    ['limit=ten', '#/query/limit'],
    ['due_from=yesterday', '#/query/due_from'],
    ['due_to=2026-02-30T00:00:00Z', '#/query/due_to'],
    [`name=${'x'.repeat(201)}`, '#/query/name'],
    ['page=2', '#/query/page'],
  ])('%s', async (query, pointer) => {
    const response = await api('GET', `/alarms?${query}`);
    expect(response).toMatchObject({ status: 400, body: { code: 'input_invalid', errors: [{ pointer }] } });
  });

  test.each([
    ['a word', 'next'],
    ['JSON of another shape', Buffer.from('["1"]').toString('base64url')],
    ['an invalid time', Buffer.from('["soon","0190f5fe-7c00-7a00-8000-000000000001"]').toString('base64url')],
    ['an invalid id', Buffer.from('["1","1"]').toString('base64url')],
  ])('the cursor %s', async (_what, cursor) => {
    for (const path of ['/alarms', '/dead-letters']) {
      expect(await api('GET', `${path}?cursor=${cursor}`)).toMatchObject({
        status: 400,
        body: { code: 'cursor_invalid' },
      });
    }
  });
});

describe('the list', () => {
  test('shows pending and finished ones of this workspace alike, the latest due first', async () => {
    const { alarms, next_cursor } = await list();
    expect(sorted(idsOf(alarms))).toEqual(sorted(all()));
    expect(next_cursor).toBeNull();
    expect(alarms.slice(0, 7).every(({ due_at }) => due_at === LATER)).toBe(true);
    for (const alarm of alarms) expect(ids.get(stateOf(alarm))).toContain(alarm.id);
    expect(idsOf((await list('order=asc')).alarms)).toEqual(idsOf(alarms).reverse());
  });

  test.each([
    ['asc', 1],
    ['desc', 1],
    ['asc', 3],
    ['desc', 5],
    ['asc', 7],
    ['desc', 27],
    ['asc', 28],
  ])('in order %s by pages of %i shows each once, though many are due at once', async (order, limit) => {
    const whole = (await list(`order=${order}`)).alarms;
    expect(await walk(`order=${order}&limit=${limit}`)).toEqual(whole);
  });

  test.each(['asc', 'desc'])('in order %s shows each once while alarms finish between pages', async (order) => {
    const leo = await apiFor(world, await world.member({ workspaceId: maya.actor.workspaceId }));
    const extra: string[] = [];
    for (let n = 0; n < 8; n += 1) {
      extra.push((await alarmIn(world, leo, 'scheduled', { delay: undefined, fire_at: SAME })).id);
    }
    const rest = [...extra];
    const seen = await walk(`order=${order}&limit=4`, async () => {
      const next = rest.pop();
      if (next) await putIn(world, next, 'delivered');
    });
    expect(sorted(idsOf(seen))).toEqual(sorted([...all(), ...extra]));
    await world.database.pool.query('delete from alarm_history where id = any ($1)', [extra]);
  });

  test.each<[string, AlarmState[]]>([
    ['status=scheduled', ['scheduled']],
    ['status=retrying', ['retrying']],
    ['status=firing', ['firing']],
    ['status=delivered', ['delivered']],
    ['status=dead', ['dead']],
    ['status=aborted', ['aborted', 'skipped']],
    ['name=RETRYING', ['retrying']],
    ['name=x_de', ['delivered', 'dead']],
    ['name=100%25&status=dead', ['dead']],
    ['name=100_', []],
    ['name=%5C', []],
    ['name=', [...ALARM_STATES]],
  ])('with %s shows %j', async (query, states) => {
    expect(sorted(idsOf((await list(query)).alarms))).toEqual(of(...states));
    expect(sorted(idsOf(await walk(`${query}&limit=3`)))).toEqual(of(...states));
  });

  test('finds one by its id, in any case, and by a part of its URL', async () => {
    const [id = ''] = ids.get('dead') ?? [];
    expect(idsOf((await list(`name=${id}`)).alarms)).toEqual([id]);
    expect(idsOf((await list(`name=${id.toUpperCase()}`)).alarms)).toEqual([id]);
    expect((await list('name=EXAMPLE.com/hook')).alarms).toHaveLength(28);
  });

  test.each(ALARM_STATES)('finds one that is %s by its external_id, exactly', async (state) => {
    const [, id] = ids.get(state) ?? [];
    expect(idsOf((await list(`external_id=x_${state}_1`)).alarms)).toEqual([id]);
    for (const other of ['x', `X_${state}_1`, `x_${state}_`]) {
      expect((await list(`external_id=${other}`)).alarms).toEqual([]);
    }
  });

  test.each([
    [`due_from=${LATER}`, 7],
    [`due_from=${SAME}`, 28],
    ['due_from=2026-03-10T12:00:00.000002Z', 7],
    [`due_to=${SAME}`, 0],
    ['due_to=2026-03-10T12:00:00.000002Z', 21],
    [`due_from=${SAME}&due_to=${LATER}`, 21],
    ['due_from=2026-03-10T14:00:00.000001%2B01:00', 7],
    [`due_from=${LATER}&due_to=${SAME}`, 0],
    [`due_from=${LATER}&status=delivered`, 1],
  ])('with %s shows %i: to the microsecond, excluding the end', async (query, count) => {
    expect((await list(query)).alarms).toHaveLength(count);
  });
});

describe('the counts', () => {
  const counts = async (query = '') => (await api<AlarmCountsJson>('GET', `/alarms/counts?${query}`)).body.counts;

  test('are correct for each state', async () => {
    const four = { scheduled: 4, retrying: 4, firing: 4, delivered: 4, dead: 4, aborted: 8 };
    expect(await counts()).toEqual(four);
  });

  test('agree with the list for each status, and with the statuses in it', async () => {
    for (const [status, count] of Object.entries(await counts())) {
      const { alarms } = await list(`status=${status}`);
      expect(alarms.map((alarm) => alarm.status)).toEqual(Array(count).fill(status));
    }
  });

  test.each([
    ['name=a+dead', { scheduled: 0, retrying: 0, firing: 0, delivered: 0, dead: 4, aborted: 0 }],
    [`due_from=${LATER}`, { scheduled: 1, retrying: 1, firing: 1, delivered: 1, dead: 1, aborted: 2 }],
    [`due_to=${LATER}&name=firing`, { scheduled: 0, retrying: 0, firing: 3, delivered: 0, dead: 0, aborted: 0 }],
  ])('with %s', async (query, expected) => {
    expect(await counts(query)).toEqual(expected);
  });

  test('stop at 10,001, which means more than 10,000', async () => {
    const many = await world.member();
    await world.database.pool.query(
      `insert into alarms (id, workspace_id, created_by, created_at, due_at, next_attempt_at, max_attempts, url)
       select gen_random_uuid(), $1, $1, $2, $2, $2, 1, 'https://example.com' from generate_series(1, 10050)`,
      [many.actor.workspaceId, SAME],
    );
    const theirs = await apiFor(world, many);
    const { body } = await theirs<AlarmCountsJson>('GET', '/alarms/counts');
    expect(body.counts).toEqual({ scheduled: 10_001, retrying: 0, firing: 0, delivered: 0, dead: 0, aborted: 0 });
  });
});

describe('the attempts of an alarm', () => {
  const attempts = async (id: string) => (await api<AttemptListJson>('GET', `/alarms/${id}/attempts`)).body.attempts;
  const log = (id: string, attempt: number, startedAt: string, row: Record<string, unknown>) => {
    const all = {
      alarm_id: id,
      workspace_id: maya.actor.workspaceId,
      attempt,
      started_at: startedAt,
      duration_us: 1_500,
      ...row,
    };
    const places = Object.keys(all).map((_name, index) => `$${index + 1}`);
    const names = Object.keys(all).join(', ');
    return world.database.pool.query(
      `insert into alarm_attempts (${names}) values (${places.join(', ')})`,
      Object.values(all),
    );
  };

  test('are none before the first', async () => {
    const [id = ''] = ids.get('scheduled') ?? [];
    expect(await expectUnchanged(world, () => attempts(id))).toEqual([]);
  });

  test('are listed oldest first, across days, with the receiver’s response', async () => {
    const [id = '', other = ''] = ids.get('retrying') ?? [];
    const next_attempt_at = '2026-03-12T00:00:00Z';
    const address = '93.184.215.14';
    await log(id, 2, '2026-03-11T00:00:00Z', { outcome: 'timeout', detail: 'no answer within 15 s', next_attempt_at });
    await log(id, 1, SAME, {
      sent_at: '2026-03-10T12:00:00.001251Z',
      outcome: 'answered',
      status_code: 503,
      address,
      excerpt: 'busy',
    });
    await log(other, 1, SAME, { outcome: 'dns_failed' });
    const nothing = { sent_at: null, lateness_ms: null, status_code: null, address: null, response_excerpt: null };
    expect(await attempts(id)).toEqual([
      {
        ...{ attempt: 1, started_at: SAME, sent_at: '2026-03-10T12:00:00.001251Z', lateness_ms: 1.25 },
        ...{
          duration_ms: 1.5,
          outcome: 'responded',
          status_code: 503,
          detail: null,
          address,
          response_excerpt: 'busy',
        },
        next_attempt_at: null,
      },
      {
        ...{ ...nothing, attempt: 2, started_at: '2026-03-11T00:00:00.000000Z', duration_ms: 1.5, outcome: 'timeout' },
        ...{ detail: 'no answer within 15 s', next_attempt_at: '2026-03-12T00:00:00.000000Z' },
      },
    ]);
  });

  test('are limited to the latest five hundred for one that was redriven again and again', async () => {
    const [id = ''] = ids.get('delivered') ?? [];
    await world.database.pool.query(
      `insert into alarm_attempts (alarm_id, workspace_id, attempt, started_at, duration_us, outcome)
       select $1, $3, n, $2::timestamptz + n * interval '1 second', 1000, 'answered' from generate_series(1, 510) as n`,
      [id, SAME, maya.actor.workspaceId],
    );
    const listed = (await attempts(id)).map(({ attempt }) => attempt);
    expect([listed.length, listed[0], listed.at(-1)]).toEqual([500, 11, 510]);
  });
});
