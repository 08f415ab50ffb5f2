import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { SECOND_MS } from '#/lib/core/duration.ts';
import { connect } from '#/lib/db/client.ts';
import { databaseClock } from '#/lib/db/database-clock.ts';
import { LONG_TIMEOUT_MS } from '#/lib/db/deadline-client.ts';
import { openSqlPool } from '#/lib/db/sql.ts';
import { isLockTimeout } from '#/lib/db/unavailable.ts';
import { holdEngine } from '#/lib/engine/hold/hold-engine.ts';
import { findHold, type Hold } from '#/lib/engine/hold/hold-query.ts';
import { countInFlight } from '#/lib/engine/hold/in-flight-query.ts';
import { countWaiting, listOverdue } from '#/lib/engine/hold/overdue-query.ts';
import { AlarmsInFlightError, releaseEngine } from '#/lib/engine/hold/release-engine.ts';
import { StartError } from '#/scripts/start-error.ts';

// `npm run engine -- status`, `hold [--reason TEXT]`, `release [--abort-due-before INSTANT] [--dry-run]`: keeps the
// whole service from firing anything, and shows what waits. docs/operations.md says when to use it.

const USAGE =
  'Use: npm run engine -- status | hold [--reason TEXT] | release [--abort-due-before 2026-11-26T09:00:00Z] [--dry-run]';
/** Work begun before a hold has ended by then: attempts take 15 s, mails two minutes, worklogs longer. */
const WAIT_MS = 180 * SECOND_MS;
const LOOK_EVERY_MS = 500;
const MAX_SHOWN = 20;

/** Without migrating: reading it, or holding it, changes no table. */
export const unmigrated = true;
/** A new database would be wrong. */
export const existing = true;

type System = ReturnType<typeof openSystem>;

export default async function engine(args: string[]): Promise<void> {
  const { command, reason, before, isDryRun } = readArguments(args);
  const system = openSystem();
  try {
    await rejectOldTables(system);
    if (command === 'hold') await hold(system, reason);
    else if (command === 'release') await release(system, { before, isDryRun });
    else await showStatus(system, before);
  } finally {
    await system.close();
  }
}

function openSystem() {
  const url = process.env.DATABASE_URL ?? '';
  // All open alarms are read and aborted. For locks these wait no longer than others.
  const db = connect(url, 2, { timeoutMs: LONG_TIMEOUT_MS });
  const pool = openSqlPool(url, 1, LONG_TIMEOUT_MS);
  const close = () => Promise.all([db.$disconnect(), pool.close()]);
  return { db, sql: pool.sql, clock: databaseClock, requestId: null, close };
}

async function rejectOldTables({ db }: System): Promise<void> {
  const [row] = await db.$queryRaw<{ made: boolean }[]>`select to_regclass('engine_holds') is not null as made`;
  if (row?.made) return;
  throw new StartError(
    'This database has no holds: migration 0061_engine_holds is not applied, and processes without it ignore them. Run npm run migrate first.',
  );
}

function readArguments(args: string[]) {
  try {
    const options = {
      reason: { type: 'string' },
      'abort-due-before': { type: 'string' },
      'dry-run': { type: 'boolean' },
    } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [command = 'status', ...more] = positionals;
    if (!['status', 'hold', 'release'].includes(command) || more.length > 0) throw new Error(USAGE);
    return {
      command,
      reason: values.reason ?? 'npm run engine -- hold',
      before: instantOf(values['abort-due-before']),
      isDryRun: values['dry-run'] ?? false,
    };
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`${(error as Error).message}\n${USAGE}`, error);
  }
}

function instantOf(text: string | undefined): Date | null {
  if (text === undefined) return null;
  const instant = new Date(text);
  const hasZone = /(z|[+-]\d\d:?\d\d)$/i.test(text);
  if (hasZone && !Number.isNaN(instant.getTime())) return instant;
  throw new StartError(`${text} is no instant. Write it with its offset, such as 2026-11-26T09:00:00Z.`);
}

async function hold(system: System, reason: string): Promise<void> {
  if (reason.length === 0 || reason.length > 200) throw new StartError('Give a reason of 1 to 200 characters.');
  const giveUpAt = performance.now() + WAIT_MS;
  const held = await begin(system, reason, giveUpAt);
  console.log(`On hold since ${held.beganAt.toISOString()} (${held.reason}). Nothing more is claimed.`);
  for (;;) {
    const { alarms, jobs } = await countInFlight(system.db);
    if (alarms + jobs === 0) break;
    if (performance.now() > giveUpAt) {
      throw new StartError(
        `The hold is in force, but ${alarms} alarms and ${jobs} jobs that were begun before it have not ended. Look again: npm run engine -- status`,
      );
    }
    await delay(LOOK_EVERY_MS);
  }
  console.log('What was begun before it has ended. To go on: npm run engine -- release');
}

/**
 * Waits for claims in flight, a few seconds at a time: later claims queue behind it, and continue when it backs off.
 */
async function begin(system: System, reason: string, giveUpAt: number): Promise<Hold> {
  for (;;) {
    try {
      return await holdEngine(system, reason);
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      if (performance.now() < giveUpAt) continue;
      throw new StartError(
        `The engine is not on hold: a transaction that claims work has been open for ${WAIT_MS / SECOND_MS} s. Find it (select pid, state, xact_start, query from pg_stat_activity order by xact_start), end it (select pg_terminate_backend(pid)), and run this again.`,
        error,
      );
    }
  }
}

async function release(
  system: System,
  { before, isDryRun }: { before: Date | null; isDryRun: boolean },
): Promise<void> {
  if (isDryRun) return showStatus(system, before);
  if (!(await findHold(system.db))) throw new StartError('The engine is not on hold: nothing was done.');
  if (before && before > (await system.clock.now(system.db))) {
    throw new StartError(
      'What is due later than now is not overdue. Give an instant that has passed, or abort over the API.',
    );
  }
  const aborted = await releaseOrReject(system, before);
  if (!aborted) throw new StartError('Somebody else has released the engine meanwhile.');
  if (before) console.log(`Aborted ${aborted.alarms} alarms and ${aborted.deliveries} deliveries and callbacks.`);
  console.log('Released: workers go on within a second.');
}

async function releaseOrReject(system: System, before: Date | null) {
  try {
    return await releaseEngine(system, before ? { abortDueBefore: before } : {});
  } catch (error) {
    throw error instanceof AlarmsInFlightError ? new StartError(error.message, error) : error;
  }
}

/** What waits and was due before an instant, by default before now. */
async function showStatus(system: System, before: Date | null): Promise<void> {
  const now = await system.clock.now(system.db);
  const [held, inFlight, overdue, waiting] = await Promise.all([
    findHold(system.db),
    countInFlight(system.db),
    listOverdue(system.db, before ?? now),
    countWaiting(system.db, now),
  ]);
  console.log(
    held
      ? `On hold since ${held.beganAt.toISOString()} (${held.reason}): nothing is fired.`
      : 'Not on hold: what is due is fired.',
  );
  console.log(`In flight: ${inFlight.alarms} alarms, ${inFlight.jobs} jobs.`);
  console.log(`Past their time: ${waiting.wakeups} instants of timers, ${waiting.schedules} schedules.`);
  const sum = (key: 'alarms' | 'deliveries') => overdue.reduce((total, one) => total + one[key], 0);
  const due = `due before ${(before ?? now).toISOString()}`;
  console.log(`Waiting, ${due}: ${sum('alarms')} alarms, ${sum('deliveries')} deliveries and callbacks.`);
  for (const { workspace, workspaceId, alarms, deliveries, oldestDueAt } of overdue.slice(0, MAX_SHOWN)) {
    const name = workspace ?? 'test alarms of the service';
    console.log(
      `  ${alarms} and ${deliveries} of ${name} (${workspaceId}), the oldest of ${oldestDueAt.toISOString()}`,
    );
  }
  if (overdue.length > MAX_SHOWN) console.log(`  and of ${overdue.length - MAX_SHOWN} more workspaces`);
}
