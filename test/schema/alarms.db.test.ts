import { randomInt, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { inTransaction, pool, prepareRows, workspace } from '#/test/schema/rows.ts';

prepareRows();

const DUE = '2026-03-10T12:00:00.000001Z';
const DAY = '2026-03-10';

async function insert(table: string, row: Record<string, unknown>): Promise<void> {
  const names = Object.keys(row);
  const places = names.map((_name, index) => `$${index + 1}`);
  await pool.query(`insert into ${table} (${names.join(', ')}) values (${places.join(', ')})`, Object.values(row));
}

const pending = (change: Record<string, unknown> = {}) => ({
  id: randomUUID(),
  workspace_id: workspace,
  created_by: randomUUID(),
  created_at: DUE,
  due_at: DUE,
  next_attempt_at: DUE,
  max_attempts: 10,
  url: 'https://example.com/hook',
  ...change,
});

const finished = (change: Record<string, unknown> = {}) => {
  const { next_attempt_at: _next, ...row } = pending();
  const end = { finished_at: DUE, version: 2, attempts: 1, status: 'delivered', end_reason: 'delivered' };
  return { ...row, ...end, ...change };
};

const attempt = (change: Record<string, unknown> = {}) => ({
  alarm_id: randomUUID(),
  started_at: DUE,
  attempt: 1,
  duration_us: 1_200,
  outcome: 'delivered',
  ...change,
});

const partitions = (first: string, days: number) =>
  pool.query('select alarm_partitions_ensure($1::date, $2) as made', [first, days]).then(({ rows }) => rows[0].made);

describe('an alarm that is still pending is rejected', () => {
  test.each([
    ['when it has ended', { status: 'delivered' }, 'alarms_pending_only'],
    ['when it fires without a lease', { status: 'firing' }, 'alarms_firing_has_lease'],
    ['when it waits with a lease', { lease_until: DUE }, 'alarms_firing_has_lease'],
    ['when it may have no attempts', { max_attempts: 0 }, 'alarms_attempts_counted'],
    ['when its attempts are negative', { attempts: -1 }, 'alarms_attempts_counted'],
    ['without a version', { version: 0 }, 'alarms_version_positive'],
    ['when it would be early by a microsecond', { next_attempt_at: '2026-03-10T12:00:00Z' }, 'alarms_never_before_due'],
    ['when it calls no one', { url: null }, 'alarms_has_action'],
    ['when it is an event with a call', { settings: '{"output_mode":"event"}' }, 'alarms_has_action'],
    ['with an empty name', { name: '' }, 'alarms_name_length'],
    ['with a name that is too long', { name: 'x'.repeat(201) }, 'alarms_name_length'],
    ['with an empty name of the integrator', { external_id: '' }, 'alarms_external_id_length'],
    ['with an integrator name that is too long', { external_id: 'x'.repeat(256) }, 'alarms_external_id_length'],
    ['with a URL that is too long', { url: 'x'.repeat(2_049) }, 'alarms_url_length'],
  ])('%s', async (_what, change, constraint) => {
    await expect(insert('alarms', pending(change))).rejects.toMatchObject({ code: '23514', constraint });
  });

  test('an alarm without a URL is accepted as an event', async () => {
    await insert('alarms', pending({ url: null, settings: '{"output_mode":"event"}' }));
    await insert('alarms', pending({ status: 'firing', lease_until: DUE }));
  });
});

describe('an alarm that has ended is rejected', () => {
  test.each([
    ['as scheduled', { status: 'scheduled', end_reason: 'delivered' }],
    ['as firing', { status: 'firing', end_reason: 'delivered' }],
    ['as delivered because its attempts were used up', { status: 'delivered', end_reason: 'exhausted' }],
    ['as dead because it was delivered', { status: 'dead', end_reason: 'delivered' }],
    ['as dead because it was skipped', { status: 'dead', end_reason: 'skipped' }],
    ['as aborted because its deadline passed', { status: 'aborted', end_reason: 'deadline_passed' }],
    ['for an unknown reason', { status: 'dead', end_reason: 'tired' }],
  ])('%s', async (_what, change) => {
    await partitions(DAY, 1);
    const rejected = insert('alarm_history', finished(change));
    await expect(rejected).rejects.toMatchObject({ code: '23514', constraint: 'alarm_history_ended_only' });
  });

  test.each([
    ['delivered', 'delivered'],
    ['dead', 'exhausted'],
    ['dead', 'gone'],
    ['dead', 'deadline_passed'],
    ['aborted', 'aborted'],
    ['aborted', 'skipped'],
  ])('but not as %s by reason of %s', async (status, end_reason) => {
    await partitions(DAY, 1);
    await insert('alarm_history', finished({ status, end_reason }));
  });

  test('on a day without a table yet', async () => {
    const rejected = insert('alarm_history', finished({ finished_at: '2031-01-01T00:00:00Z' }));
    await expect(rejected).rejects.toMatchObject({ code: '23514', message: expect.stringContaining('no partition') });
  });
});

test.each([
  ['the zeroth', { attempt: 0 }],
  ['that ended before it began', { duration_us: -1 }],
])('an attempt %s is rejected', async (_what, change) => {
  await partitions(DAY, 1);
  const rejected = insert('alarm_attempts', attempt(change));
  await expect(rejected).rejects.toMatchObject({ code: '23514', constraint: 'alarm_attempts_counted' });
});

describe('partitions', () => {
  test('are created for history and attempts, and only if they are missing', async () => {
    expect(await partitions('2027-02-27', 3)).toBe(6);
    expect(await partitions('2027-02-27', 3)).toBe(0);
    expect(await partitions('2027-02-28', 3)).toBe(2);
    expect(await partitions('2027-02-28', 0)).toBe(0);
  });

  test('contain UTC days whatever the zone of the database or the connection is', async () => {
    await inTransaction(async (client) => {
      await client.query("set local timezone = 'Pacific/Kiritimati'");
      await client.query("select alarm_partitions_ensure('2028-02-29', 1)");
    });
    const last = finished({ finished_at: '2028-02-29T23:59:59.999999Z' });
    await insert('alarm_history', last);
    await insert('alarm_history', finished({ finished_at: '2028-02-29T00:00:00Z' }));
    await expect(insert('alarm_history', finished({ finished_at: '2028-03-01T00:00:00Z' }))).rejects.toThrow(
      'partition',
    );
    await expect(insert('alarm_history', finished({ finished_at: '2028-02-28T23:59:59.999999Z' }))).rejects.toThrow();
    const { rows } = await pool.query('select tableoid::regclass::text as part from alarm_history where id = $1', [
      last.id,
    ]);
    expect(rows).toEqual([{ part: 'alarm_history_20280229' }]);
  });

  test('are created once by fifty concurrent callers, while others write', async () => {
    await partitions(DAY, 1);
    const writes = Array.from({ length: 50 }, () => insert('alarm_history', finished()));
    const result = await Promise.all(Array.from({ length: 50 }, () => partitions('2029-01-01', 2)));
    await Promise.all(writes);
    expect(result.reduce((sum, one) => sum + one, 0)).toBe(4);
  });

  test('have the checks, the keys and the indexes of their parent', async () => {
    await partitions('2030-06-01', 1);
    const { rows } = await pool.query(
      `select regexp_replace(indexdef, '^.* USING ', '') as has from pg_indexes
       where tablename = 'alarm_history_20300601' union all
       select conname from pg_constraint where conrelid = 'alarm_history_20300601'::regclass and contype = 'c' order by 1`,
    );
    expect(rows.map(({ has }) => has)).toEqual([
      'alarm_history_ended_only',
      "btree (((settings ->> 'schedule_id'::text)), due_at, id) WHERE (settings ? 'schedule_id'::text)",
      'btree (endpoint_id, status, due_at, id) WHERE (endpoint_id IS NOT NULL)',
      'btree (id, finished_at)',
      'btree (workspace_id, external_id, finished_at) WHERE (external_id IS NOT NULL)',
      "btree (workspace_id, finished_at) WHERE ((status = 'dead'::alarm_status) AND (endpoint_id IS NULL))",
      'btree (workspace_id, status, due_at, id) WHERE (endpoint_id IS NULL)',
    ]);
  });
});

describe('external ids', () => {
  const open = (external_id: string, change: Record<string, unknown> = {}) =>
    insert('alarms', pending({ external_id, ...change }));

  test('identify one open alarm of a workspace, and are case-sensitive', async () => {
    await open('order-42');
    await open('ORDER-42');
    await open('order-42', { workspace_id: randomUUID() });
    await expect(open('order-42')).rejects.toMatchObject({ code: '23505', constraint: 'alarms_external' });
  });

  test('are free again once their alarm has left the table, and many ended alarms may share one', async () => {
    await insert('alarm_history', finished({ external_id: 'order-43' }));
    await insert('alarm_history', finished({ external_id: 'order-43' }));
    await open('order-43');
  });

  test('may be as long as an alarm allows, in any script', async () => {
    await open(Array.from({ length: 255 }, () => String.fromCodePoint(randomInt(0x1f300, 0x1f400))).join(''));
  });
});

describe('secrets', () => {
  const secret = (change: Record<string, unknown> = {}) =>
    insert('webhook_secrets', { id: randomUUID(), workspace_id: workspace, secret: 'whsec_x', ...change });

  test('only one is active in a workspace; the earlier ones have an end', async () => {
    await secret();
    await secret({ expires_at: DUE });
    await secret({ expires_at: DUE });
    await expect(secret()).rejects.toMatchObject({ code: '23505', constraint: 'webhook_secrets_one_current' });
  });

  test.each(['secret', 'whsecx', ''])('cannot be %j', async (text) => {
    await expect(secret({ secret: text })).rejects.toMatchObject({ constraint: 'webhook_secrets_form' });
  });

  test('are deleted with their workspace', async () => {
    await secret();
    await pool.query('delete from workspaces where id = $1', [workspace]);
    const left = await pool.query('select 1 from webhook_secrets where workspace_id = $1', [workspace]);
    expect(left.rows).toEqual([]);
  });
});

describe('endpoints', () => {
  const endpoint = async (change: Record<string, unknown> = {}) => {
    const id = randomUUID();
    await insert('endpoints', {
      id,
      workspace_id: workspace,
      created_by: randomUUID(),
      url: 'https://acme.test/',
      event_types: ['*'],
      max_attempts: 10,
      ...change,
    });
    return id;
  };

  test.each([
    ['endpoints_url_length', { url: '' }],
    ['endpoints_description_length', { description: '' }],
    ['endpoints_event_types_some', { event_types: [] }],
    ['endpoints_format_known', { format: 'raw' }],
    ['endpoints_disabled_has_reason', { disabled_at: DUE }],
    ['endpoints_disabled_has_reason', { disabled_reason: 'manual' }],
    ['endpoints_disabled_reason_known', { disabled_at: DUE, disabled_reason: 'bored' }],
    ['endpoints_attempts_positive', { max_attempts: 0 }],
    ['endpoints_version_positive', { version: 0 }],
  ])('are rejected by %s: %j', async (constraint, wrong) => {
    await expect(endpoint(wrong)).rejects.toMatchObject({ constraint });
  });

  test('have one active secret each, in addition to that of the workspace, and are deleted with theirs', async () => {
    const secret = (endpoint_id: string | null, change = {}) =>
      insert('webhook_secrets', {
        id: randomUUID(),
        workspace_id: workspace,
        endpoint_id,
        secret: 'whsec_x',
        ...change,
      });
    await pool.query('delete from webhook_secrets where workspace_id = $1', [workspace]);
    const [one, other] = [await endpoint(), await endpoint()];
    for (const id of [null, one, other]) await secret(id);
    await secret(one, { expires_at: DUE });
    await expect(secret(one)).rejects.toMatchObject({ constraint: 'webhook_secrets_one_current_of_endpoint' });
    await pool.query('delete from endpoints where id = $1', [one]);
    const left = await pool.query('select endpoint_id from webhook_secrets where workspace_id = $1 order by 1', [
      workspace,
    ]);
    expect(left.rows).toEqual([{ endpoint_id: other }, { endpoint_id: null }]);
  });
});

test('an id created in the database has version 7, and sorts by its instant', async () => {
  const { rows } = await pool.query<{ id: string }>(
    `select uuid_of_instant(timestamptz '2026-03-10T09:00:00.123Z' + n * interval '1 millisecond')::text as id
     from generate_series(0, 99) as n order by n`,
  );
  const ids = rows.map(({ id }) => id);
  for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect([...ids].sort()).toEqual(ids);
  expect(Number.parseInt((ids[0] as string).replaceAll('-', '').slice(0, 12), 16)).toBe(
    Date.UTC(2026, 2, 10, 9, 0, 0, 123),
  );
});
