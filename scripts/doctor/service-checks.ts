import { type BrokerCounts, type Check, readinessOf, WORKER_UNSEEN_MS } from '#/lib/api/health/readiness.ts';
import { findServiceFacts } from '#/lib/api/health/service-facts-query.ts';
import { countBrokersByStatus } from '#/lib/bridge/brokers/brokers-by-status-query.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#/lib/core/duration.ts';
import { formatList } from '#/lib/core/format-list.ts';
import { databaseClock } from '#/lib/db/database-clock.ts';
import { listPartitionsBefore } from '#/lib/engine/partitions/partition-store.ts';
import { ABORT_ABANDONED_DELIVERIES, PAUSE_DISABLED_TIMERS } from '#/lib/jobs/job.ts';
import type { Inspection } from '#/scripts/doctor/check-database.ts';
import { type Finding, failed, ok, warning } from '#/scripts/doctor/finding.ts';

/** `make-alarm-partitions` keeps 14 days; one may be missing around midnight. */
const DAYS_AHEAD = 13;
/** `drop-alarm-partitions` runs once a day, and may fail once. */
const DAYS_OF_GRACE = 2;
/** Jobs that run every minute. One that takes long may miss some. */
const EACH_MINUTE = [PAUSE_DISABLED_TIMERS.name, ABORT_ABANDONED_DELIVERIES.name];
const QUIET_MS = 10 * MINUTE_MS;
const CLOCK_OFF_MS = SECOND_MS;

/** Days ahead that have a partition, and days that retention should have dropped. */
export async function checkPartitions({ client, db, settings }: Inspection): Promise<Finding[]> {
  const { rows } = await client.query<{ day: string; offset: number }>(
    `select to_char(day, 'YYYY-MM-DD') as day, (day::date - (now() at time zone 'UTC')::date)::int as offset
     from generate_series((now() at time zone 'UTC')::date, (now() at time zone 'UTC')::date + $1::int, '1 day') as day
     where to_regclass('alarm_history_' || to_char(day, 'YYYYMMDD')) is null
        or to_regclass('alarm_attempts_' || to_char(day, 'YYYYMMDD')) is null
     order by day`,
    [DAYS_AHEAD],
  );
  const now = await databaseClock.now(db);
  const oldest = new Date(now.getTime() - (settings.ALARM_RETENTION_DAYS + DAYS_OF_GRACE) * DAY_MS);
  return [missingPartitions(rows), oldPartitions((await listPartitionsBefore(db, oldest)).map(({ name }) => name))];
}

function missingPartitions(missing: readonly { day: string; offset: number }[]): Finding {
  const [first] = missing;
  if (!first) return ok('partitions', 'are made for two weeks');
  const trouble = {
    found: `${missing.length} of the next 14 days have none, the first is ${first.day}`,
    means: 'From that day on results of alarms can’t be written, so alarms stay open and are sent again.',
    todo: 'Start a worker: it makes them at its start and each hour. If one runs, look for make-alarm-partitions in its log.',
  };
  return first.offset <= 1 ? failed('partitions', trouble) : warning('partitions', trouble);
}

function oldPartitions(names: readonly string[]): Finding {
  if (names.length === 0) return ok('retention', 'no partition is older than ALARM_RETENTION_DAYS');
  return warning('retention', {
    found: `${names.length} partitions are past ALARM_RETENTION_DAYS, the oldest is ${names[0]}`,
    means: 'Old alarms are kept, and the database grows.',
    todo: 'Let a worker run at 03:41 UTC. If one does, look for drop-alarm-partitions in its log: a long transaction may stop it.',
  });
}

type WorkerRow = { host: string; pid: number; version: string; ago_ms: number; clock_offset_ms: number | null };

/** Workers by their heartbeats, and their machines' clocks. */
export async function checkWorkers({ client }: Pick<Inspection, 'client'>): Promise<Finding[]> {
  const { rows } = await client.query<WorkerRow>(
    `select host, pid, version, extract(epoch from clock_timestamp() - seen_at)::float8 * 1000 as ago_ms, clock_offset_ms
     from workers order by seen_at desc`,
  );
  const future = rows.find(({ ago_ms }) => ago_ms < -CLOCK_OFF_MS);
  const steps = future ? [clockSetBack(-future.ago_ms)] : [];
  const alive = rows.filter(({ ago_ms }) => ago_ms < WORKER_UNSEEN_MS);
  if (alive.length === 0) return [...steps, noWorker(rows[0])];
  const list = alive.map(({ host, pid, version }) => `${host}/${pid} (${version})`).join(', ');
  return [...steps, ok('workers', `${alive.length} alive: ${list}`), ...mixedVersions(alive), ...wrongClocks(alive)];
}

function clockSetBack(ms: number): Finding {
  return failed('clocks', {
    found: `the database’s clock was set back: a worker was seen ${seconds(ms)} from now`,
    means: 'Everything waits for its time by the new clock, and alarms are late by as much by the old one.',
    todo: 'Let NTP slew the clock instead of setting it. See docs/operations.md, Clocks.',
  });
}

function noWorker(last: WorkerRow | undefined): Finding {
  const todo = 'Start one: npm start, npm run start:worker, or the unit timer-service-worker.';
  const means = 'No alarm fires, no webhook and no mail is sent. All is made up for when a worker runs.';
  if (!last) return warning('workers', { found: 'none has been seen, or all ended in good order', means, todo });
  const found = `none is alive; ${last.host}/${last.pid} was last seen ${seconds(last.ago_ms)} ago and didn’t end in good order`;
  return failed('workers', { found, means, todo: `${todo} Its log says why the other one ended.` });
}

function mixedVersions(alive: readonly WorkerRow[]): Finding[] {
  const versions = [...new Set(alive.map(({ version }) => version))];
  if (versions.length === 1) return [];
  return [
    warning('workers', {
      found: `they are of different versions: ${versions.join(', ')}`,
      means: 'That is fine during an upgrade, but not for long.',
      todo: 'Start those of the older version again with the newer one.',
    }),
  ];
}

function wrongClocks(alive: readonly WorkerRow[]): Finding[] {
  const wrong = alive.filter(({ clock_offset_ms }) => Math.abs(clock_offset_ms ?? 0) > CLOCK_OFF_MS);
  if (wrong.length === 0) return [];
  const list = wrong.map(({ host, clock_offset_ms }) => `${host} by ${seconds(clock_offset_ms ?? 0)}`).join(', ');
  return [
    warning('clocks', {
      found: `clocks of workers differ from the database’s: ${list}`,
      means: 'Alarms go by the database’s clock and are on time. Logs and certificates go by the machine’s.',
      todo: 'Let these machines follow the same time servers (NTP).',
    }),
  ];
}

/** What `/api/ready` checks besides: a hold of the engine, alarms that wait past their due time, message brokers. */
export async function checkReadiness({ db }: Pick<Inspection, 'db'>): Promise<Finding[]> {
  const facts = await findServiceFacts(db, await databaseClock.now(db), []);
  const brokers = await countBrokersByStatus(db);
  const { hold, overdue_alarms } = readinessOf({ ...facts, brokers, replica: null }).checks;
  return [checkHold(hold.detail, facts.holdBeganAt !== null), checkAlarms(overdue_alarms), checkBrokers(brokers)];
}

function checkHold(found: string, isOnHold: boolean): Finding {
  if (!isOnHold) return ok('hold', found);
  return warning('hold', {
    found,
    means: 'Alarms, webhooks, mails and schedules wait. Timers and the API go on.',
    todo: 'Look what would fire (npm run engine -- status), then release it (npm run engine -- release).',
  });
}

function checkAlarms({ ok: isWell, detail }: Check): Finding {
  if (isWell) return ok('overdue alarms', detail);
  return failed('overdue alarms', {
    found: detail,
    means: 'No worker runs, or those that run are slower than alarms become due.',
    todo: 'Start a worker, or more of them. The page Operations shows how the backlog develops.',
  });
}

function checkBrokers({ failing, ...others }: BrokerCounts): Finding {
  const all = Object.values(others).reduce((sum, count) => sum + count, failing);
  if (failing === 0) return ok('message brokers', all === 0 ? 'none are set up' : 'none fails');
  return warning('message brokers', {
    found: `${failing} of ${all} fail`,
    means: 'Their events wait, and are retried. Everything else goes on.',
    todo: 'Their workspaces see the last error under Settings, Message brokers.',
  });
}

type Queues = { silent: string[] | null; failed: number; waiting: string | null; waiting_ms: number };

/**
 * Whether pg-boss works: minute jobs ran, nothing waits for long, nothing failed for good. While all workers are new,
 * minute jobs may not have run yet.
 */
export async function checkQueues({ client }: Pick<Inspection, 'client'>): Promise<Finding[]> {
  const { rows: made } = await client.query(`select to_regclass('pgboss.job') is not null as made`);
  if (!made[0].made) return [noQueues()];
  const { rows } = await client.query<Queues>(
    `select (select array_agg(wanted.name order by wanted.name) from unnest($1::text[]) as wanted(name)
              where not exists (select from pgboss.job where job.name = wanted.name
                and state in ('completed', 'active') and created_on > now() - $2 * interval '1 ms')
                and (workers.oldest_started_at is null or workers.oldest_started_at < now() - $2 * interval '1 ms')
            ) as silent,
            (select count(*)::int from pgboss.job where state = 'failed') as failed,
            oldest.name as waiting, coalesce(oldest.ms, 0)::float8 as waiting_ms
     from (select min(started_at) as oldest_started_at from workers where seen_at > now() - $3 * interval '1 ms') as workers
     left join (select name, extract(epoch from now() - start_after) * 1000 as ms from pgboss.job
                where state in ('created', 'retry') and start_after < now() - $2 * interval '1 ms'
                  and name not in (select dead_letter from pgboss.queue where dead_letter is not null)
                order by start_after limit 1) as oldest on true`,
    [EACH_MINUTE, QUIET_MS, WORKER_UNSEEN_MS],
  );
  const queues = rows[0] as Queues;
  return [judgeQueues(queues), ...(queues.failed > 0 ? [failedJobs(queues.failed)] : [])];
}

function noQueues(): Finding {
  return warning('job queues', {
    found: 'not made yet',
    means: 'No worker has run on this database. Mail, exports, imports and retention need one.',
    todo: 'Start a worker: it makes them.',
  });
}

function judgeQueues({ silent, waiting, waiting_ms }: Queues): Finding {
  if (!silent && !waiting) return ok('job queues', 'what runs each minute did, and nothing waits');
  const parts = [
    silent && `${formatList(silent)} didn’t run for ${seconds(QUIET_MS)}`,
    waiting && `${waiting} has waited for ${seconds(waiting_ms)}`,
  ].filter(Boolean);
  return failed('job queues', {
    found: parts.join('; '),
    means: 'Mail, push, exports, imports, worklogs and retention wait. Alarms don’t need these queues.',
    todo: 'Start a worker (not BRIDGE=only). If one runs, look for "job queue is in trouble" in its log.',
  });
}

function failedJobs(count: number): Finding {
  return warning('job queues', {
    found: `${count} jobs failed for good and are kept`,
    means: 'Their mail, export or notification was not made; periodic jobs run again anyway.',
    todo: "select name, output from pgboss.job where state = 'failed' says why.",
  });
}

function seconds(ms: number): string {
  return `${Math.round(ms / SECOND_MS)} s`;
}
