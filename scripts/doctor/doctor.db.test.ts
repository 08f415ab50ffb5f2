import { PgBoss } from 'pg-boss';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readEnv } from '#/lib/core/env.ts';
import { newId } from '#/lib/core/ids.ts';
import { databaseClock } from '#/lib/db/database-clock.ts';
import { ensurePartitions } from '#/lib/engine/partitions/keep-partitions.ts';
import { checkDatabase, type InspectionOptions } from '#/scripts/doctor/check-database.ts';
import { type Finding, formatFindings, stateOf } from '#/scripts/doctor/finding.ts';
import { serverSettings } from '#/scripts/doctor/server-settings-check.ts';
import { offsetsHere } from '#/scripts/doctor/zone-check.ts';
import { alarmIn } from '#/test/alarm-rows.ts';
import { apiFor } from '#/test/api-client.ts';
import { emptyTestDatabase } from '#/test/database.ts';
import { testWorld, type World } from '#/test/world.ts';

const PASSWORD = 'only-for-tests';
const SOUND_SETTINGS = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  synchronous_standby_names: '',
  autovacuum: 'on',
  track_counts: 'on',
};
/** The jobs that `pg-boss` runs each minute. */
const JOBS = ['pause-disabled-timers', 'abort-abandoned-deliveries'];

let world: World;
beforeAll(async () => {
  world = await testWorld();
  // By the database's own time: the doctor uses only that, and would find those of the test's clock old.
  await sql(`do $$ declare old text; begin
    for old in select relname from pg_class where relname ~ '^alarm_(history|attempts)_[0-9]{8}$' and relkind = 'r'
    loop execute 'drop table ' || old; end loop; end $$`);
  await ensurePartitions({ db: world.db, clock: databaseClock, requestId: null });
  const boss = new PgBoss({ connectionString: world.database.url, max: 2, supervise: false, schedule: false });
  await boss.start();
  for (const name of [...JOBS, 'send-mail']) await boss.createQueue(name);
  await boss.stop({ graceful: false });
  await sql(WORKER);
  for (const name of JOBS) await sql(ran(name));
});

// All tests together may take longer than a worker may go without a heartbeat.
beforeEach(() => sql("update workers set seen_at = now() + interval '1 second' / 2"));

const sql = (text: string) => world.database.pool.query(text);
const workerSeen = (at: string, more = '', values = '') =>
  `insert into workers (id, host, pid, version, started_at, seen_at${more})
   values ('${newId()}', 'one', 7, '0.1.0', now(), ${at}${values})`;
const WORKER = workerSeen("now() + interval '1 second' / 2");
const ran = (name: string) =>
  `insert into pgboss.job (name, state, completed_on) values ('${name}', 'completed', now())`;
const day = (offset: number) => `to_char((now() at time zone 'UTC')::date + ${offset}, 'YYYYMMDD')`;
const dropDay = (offset: number) => `do $$ begin execute 'drop table alarm_history_' || ${day(offset)}; end $$`;
const DAYS = "select alarm_partitions_ensure((now() at time zone 'UTC')::date - 1, 16)";

function options(more: Partial<InspectionOptions> = {}): InspectionOptions {
  const settings = readEnv({ DATABASE_URL: world.database.url, AUTH_SECRET: 'x'.repeat(32) });
  return {
    databaseUrl: world.database.url,
    settings,
    processes: { web: 1, worker: 1, bridge: 0 },
    // Only the database's user can read the folder.
    spaceOf: async () => ({ free: 50e9, total: 100e9 }),
    // The test server's settings are for speed.
    serverSettings: async () => SOUND_SETTINGS,
    ...more,
  };
}

/**
 * The doctor's findings, except on time zones: the rules in this PostgreSQL may be older than those of Node.js, and
 * have their own test.
 */
async function findingsOf(more: Partial<InspectionOptions> = {}): Promise<Finding[]> {
  return (await checkDatabase(options(more))).filter(({ check }) => check !== 'time zones');
}

/** What isn't ok, each as its state, its check and what was found. */
async function troubles(more: Partial<InspectionOptions> = {}): Promise<string[]> {
  const findings = await findingsOf(more);
  return findings.flatMap(({ state, check, found }) => (state === 'ok' ? [] : [`${state} ${check}: ${found}`]));
}

test('a healthy database has no complaint, and everything was checked', async () => {
  const findings = await findingsOf();
  expect(findings.filter(({ state }) => state !== 'ok')).toEqual([]);
  expect(new Set(findings.map(({ check }) => check))).toEqual(
    new Set([
      ...['database', 'clocks', 'server settings', 'connections', 'disk', 'migrations'],
      ...['partitions', 'retention', 'workers', 'hold', 'overdue alarms', 'message brokers', 'job queues'],
    ]),
  );
  expect(stateOf(findings)).toBe('ok');
});

type Case = { what: string; broken: string; mended: string; expected: (string | RegExp)[] };
const migration = (change: string) =>
  `update _prisma_migrations set ${change} where migration_name = '0002_guarantees'`;

describe('a problem in the database is found', () => {
  const cases: Case[] = [
    {
      what: 'a migration that is not applied',
      broken: migration('rolled_back_at = now()'),
      mended: migration('rolled_back_at = null'),
      expected: ['failed migrations: 1 are not applied, the first is 0002_guarantees'],
    },
    {
      what: 'a migration of a newer version',
      broken: "insert into _prisma_migrations (id, checksum, migration_name) values ('x', 'x', '9999_later')",
      mended: "delete from _prisma_migrations where id = 'x'",
      expected: [/^failed migrations: The database has migration 9999_later, which this version .* does not know\.$/],
    },
    {
      what: 'a day without a partition, soon',
      broken: dropDay(1),
      mended: DAYS,
      expected: [/^failed partitions: 1 of the next 14 days have none, the first is \d{4}-\d\d-\d\d$/],
    },
    {
      what: 'a day without a partition, later',
      broken: dropDay(9),
      mended: DAYS,
      expected: [/^warning partitions: 1 of the next 14 days have none/],
    },
    {
      what: 'partitions that retention has left',
      broken: "select alarm_partitions_ensure('2020-01-01', 1)",
      mended: 'drop table alarm_history_20200101, alarm_attempts_20200101',
      expected: [
        'warning retention: 2 partitions are past ALARM_RETENTION_DAYS, the oldest is alarm_attempts_20200101',
      ],
    },
    {
      what: 'no worker at all',
      broken: 'delete from workers',
      mended: WORKER,
      expected: ['warning workers: none has been seen, or all ended in good order'],
    },
    {
      what: 'a worker that was killed',
      broken: "update workers set seen_at = now() - interval '2 minutes'",
      mended: 'update workers set seen_at = now()',
      expected: [/^failed workers: none is alive; one\/7 was last seen 1\d\d s ago and didn’t end in good order$/],
    },
    {
      what: 'workers of two versions',
      broken:
        "insert into workers (id, host, pid, version, started_at, seen_at) select gen_random_uuid(), host, 8, '0.0.9', now(), now() from workers",
      mended: 'delete from workers where pid = 8',
      expected: [/^warning workers: they are of different versions: /],
    },
    {
      what: 'a worker whose machine’s clock is off',
      broken: 'update workers set clock_offset_ms = -5000',
      mended: 'update workers set clock_offset_ms = null',
      expected: ['warning clocks: clocks of workers differ from the database’s: one by -5 s'],
    },
    {
      what: 'a database whose clock was set back',
      broken: "update workers set seen_at = now() + interval '1 hour'",
      mended: 'update workers set seen_at = now()',
      expected: [/^failed clocks: the database’s clock was set back: a worker was seen \d{3,4} s from now$/],
    },
    {
      what: 'queues without a worker',
      broken: `update pgboss.job set created_on = now() - interval '1 hour';
               update workers set started_at = now() - interval '1 hour'`,
      mended: 'update pgboss.job set created_on = now(); update workers set started_at = now()',
      expected: ['failed job queues: abort-abandoned-deliveries and pause-disabled-timers didn’t run for 600 s'],
    },
    {
      what: 'a job that waits',
      broken: "insert into pgboss.job (name, start_after) values ('send-mail', now() - interval '1 hour')",
      mended: "delete from pgboss.job where name = 'send-mail'",
      expected: [/^failed job queues: send-mail has waited for 3[67]\d\d s$/],
    },
    {
      what: 'a job that failed for good',
      broken: "insert into pgboss.job (name, state) values ('send-mail', 'failed')",
      mended: "delete from pgboss.job where name = 'send-mail'",
      expected: ['warning job queues: 1 jobs failed for good and are kept'],
    },
    {
      what: 'an engine on hold',
      broken: "insert into engine_holds (id, reason) values (gen_random_uuid(), 'restored')",
      mended: 'delete from engine_holds',
      expected: [/^warning hold: on hold since .*: nothing fires until it is released$/],
    },
    {
      what: 'a message broker that fails',
      broken: `with made as (
          insert into workspaces (id, name, cap_seconds) values (gen_random_uuid(), 'Acme', 86400) returning id
        ) insert into brokers (id, workspace_id, created_by, name, kind, sealed_url, last_error, last_error_at)
        select gen_random_uuid(), id, id, 'orders', 'redis', 'sealed', 'refused', now() from made`,
      mended: 'delete from brokers',
      expected: ['warning message brokers: 1 of 1 fail'],
    },
    {
      what: 'a table that the database denies',
      broken: 'alter table workers rename to elsewhere',
      mended: 'alter table elsewhere rename to workers',
      expected: ['failed database: a query failed: relation "workers" does not exist'],
    },
    {
      what: 'queues that were never created',
      broken: 'alter schema pgboss rename to elsewhere',
      mended: 'alter schema elsewhere rename to pgboss',
      expected: ['warning job queues: not made yet'],
    },
  ];
  test.each(cases)('$what', async ({ broken, mended, expected }) => {
    await sql(broken);
    try {
      const found = await troubles();
      expect(found).toEqual(expected.map((one) => (typeof one === 'string' ? one : expect.stringMatching(one))));
    } finally {
      await sql(mended);
    }
    expect(await troubles()).toEqual([]);
  });

  test('jobs that have not run yet are no problem for workers that have just started', async () => {
    await sql("update pgboss.job set created_on = now() - interval '1 hour'");
    const withNewWorker = await troubles();
    await sql('delete from workers');
    const withoutWorkers = await troubles();
    await sql(`${WORKER}; update pgboss.job set created_on = now()`);
    expect(withNewWorker).toEqual([]);
    expect(withoutWorkers).toEqual([
      'warning workers: none has been seen, or all ended in good order',
      'failed job queues: abort-abandoned-deliveries and pause-disabled-timers didn’t run for 600 s',
    ]);
  });

  test('alarms that wait past their due time are found', async () => {
    // The clock of the test is months behind the database's.
    await alarmIn(world, await apiFor(world, await world.member()), 'scheduled');
    expect(await troubles()).toEqual([expect.stringMatching(/^failed overdue alarms: the oldest is \d+ s late$/)]);
    await sql('delete from alarms');
  });
});

test('a database without any table is one whose migrations are not applied', async () => {
  const databaseUrl = await emptyTestDatabase();
  expect(await troubles({ databaseUrl })).toEqual([
    expect.stringMatching(/^failed migrations: \d+ are not applied, the first is 0001_/),
  ]);
});

describe('a mismatch with the database is found', () => {
  test.each([
    { limit: 31, state: 'failed' },
    { limit: 34, state: 'warning' },
  ])('$limit connections for a web process of 32', async ({ limit, state }) => {
    const name = new URL(world.database.url).pathname.slice(1);
    await sql(`alter database ${name} connection limit ${limit}`);
    const found = await troubles({ processes: { web: 1, worker: 0, bridge: 0 } });
    await sql(`alter database ${name} connection limit -1`);
    expect(found).toEqual([
      expect.stringContaining(`${state} connections: 1 web (32 each) open up to 32 of ${limit} that are left to them`),
    ]);
  });

  test.each([
    [{ free: 3e9, total: 100e9 }, /^failed disk: .*; 3\.00 GB of 100 GB are free in \//],
    [{ free: 10e9, total: 100e9 }, /^warning disk: .*; 10 GB of 100 GB are free in \//],
  ])('%o of the disk', async (space, expected) => {
    expect(await troubles({ spaceOf: async () => space })).toEqual([expect.stringMatching(expected)]);
  });

  test('a server without crash safety or autovacuum', async () => {
    expect(await troubles({ serverSettings })).toEqual([
      'failed server settings: fsync is off',
      'failed server settings: full_page_writes is off',
      'failed server settings: synchronous_commit is off',
      'warning server settings: autovacuum is off',
    ]);
  });

  test.each([
    ['local', '', []],
    ['remote_apply', 'FIRST 1 (two)', []],
    ['local', 'FIRST 1 (two)', ['warning server settings: synchronous_commit is local beside synchronous standbys']],
  ])(
    'commits that wait for %s with the standbys "%s"',
    async (synchronous_commit, synchronous_standby_names, found) => {
      const settings = { ...SOUND_SETTINGS, synchronous_commit, synchronous_standby_names };
      expect(await troubles({ serverSettings: async () => settings })).toEqual(found);
    },
  );

  test('an autovacuum without the statistics that it needs', async () => {
    const settings = { ...SOUND_SETTINGS, track_counts: 'off' };
    expect(await troubles({ serverSettings: async () => settings })).toEqual([
      'warning server settings: track_counts is off, so autovacuum does nothing',
    ]);
  });

  test('a pooler whose sessions have no limits, and the connections left for it', async () => {
    const settings = { ...options().settings, DATABASE_POOLER_URL: world.database.url };
    expect(await troubles({ settings })).toEqual([
      expect.stringMatching(
        /^failed pooler: DATABASE_POOLER_URL gives its sessions .*lock_timeout = 0 ms, not 1 to 8000 ms/,
      ),
    ]);
    const connections = (await findingsOf({ settings })).find(({ check }) => check === 'connections');
    expect(connections?.found).toMatch(
      /^1 web \(14 each\), 1 worker \(27 each\) open up to 41 of .* left to them and the pooler/,
    );
  });

  test('a replica that is not a replica', async () => {
    const settings = { ...options().settings, DATABASE_REPLICA_URL: world.database.url };
    expect(await troubles({ settings })).toEqual([
      'failed replica: DATABASE_REPLICA_URL leads to a server that is not a standby',
    ]);
  });

  test('a disk that can’t be read is reported as such', async () => {
    const spaceOf = async () => Promise.reject(new Error('ENOENT'));
    expect(await troubles({ spaceOf })).toEqual([
      expect.stringMatching(/^warning disk: .*; the free space can’t be seen: this role or this machine/),
    ]);
  });

  test('a time zone with other rules is named, and is more severe if someone lives there', async () => {
    const tokyoAnHourOff = (name: string, instants: readonly number[]) =>
      offsetsHere(name, instants).map((seconds) => seconds + (name === 'Asia/Tokyo' ? 3_600 : 0));
    const ofZones = async () =>
      (await checkDatabase(options({ offsetsHere: tokyoAnHourOff }))).find(({ check }) => check === 'time zones');
    expect(await ofZones()).toMatchObject({ state: 'warning', found: expect.stringContaining('Asia/Tokyo') });
    await world.member({ timeZone: 'Asia/Tokyo' });
    expect(await ofZones()).toMatchObject({
      state: 'failed',
      found: expect.stringMatching(/for zones that are in use: Asia\/Tokyo$/),
    });
  });
});

describe('a database that can’t be queried is reported in one line, without its password', () => {
  test.each([
    ['postgresql://postgres:hidden@127.0.0.1:1/timers', 'failed database: No database is responding at 127.0.0.1:1.'],
    ['postgresql://postgres:hidden@no.invalid/timers', /^failed database: The database host no\.invalid:5432 /],
  ])('%s', async (databaseUrl, expected) => {
    const findings = await checkDatabase(options({ databaseUrl }));
    expect(await troubles({ databaseUrl })).toEqual([
      typeof expected === 'string' ? expected : expect.stringMatching(expected),
    ]);
    expect(formatFindings(findings)).not.toContain('hidden');
  });

  test('a wrong password', async () => {
    const databaseUrl = world.database.url.replace(PASSWORD, 'a-wrong-one');
    const [found] = await troubles({ databaseUrl });
    expect(found).toMatch(/^failed database: The database at .* rejects the password of user "postgres"\.$/);
    expect(formatFindings(await checkDatabase(options({ databaseUrl })))).not.toContain('a-wrong-one');
  });
});

test('everything that is not ok says what it means and what to do', async () => {
  await sql('delete from workers');
  const findings = await findingsOf({ processes: { web: 99, worker: 1, bridge: 0 } });
  await sql(WORKER);
  const text = formatFindings(findings);
  expect(text.match(/^ {9}What it means: ./gm)).toHaveLength(2);
  expect(text.match(/^ {9}What to do: ./gm)).toHaveLength(2);
  expect(text.split('\n').at(-1)).toBe('11 ok, 1 warning, 1 failed');
});
