import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { SECOND_MS } from '#/lib/core/duration.ts';
import { connect } from '#/lib/db/client.ts';
import { databaseClock } from '#/lib/db/database-clock.ts';
import { openSqlPool } from '#/lib/db/sql.ts';
import { findHold } from '#/lib/engine/hold/find-hold.ts';
import { holdEngine } from '#/lib/engine/hold/hold-engine.ts';
import { countInFlight } from '#/lib/engine/hold/in-flight-query.ts';
import { countWaiting, listOverdue } from '#/lib/engine/hold/overdue-query.ts';
import { releaseEngine } from '#/lib/engine/hold/release-engine.ts';
import { StartError } from '#/scripts/start-error.ts';

// `npm run engine -- status`, `hold [--reason TEXT]`, `release [--abort-due-before INSTANT] [--dry-run]`: keeps the whole
// service from firing anything, and shows what waits. docs/operations.md says when.

const USAGE =
  'Use: npm run engine -- status | hold [--reason TEXT] | release [--abort-due-before 2026-11-26T09:00:00Z] [--dry-run]';
/** What was begun before a hold has ended by then: attempts take 15 s, mails two minutes, worklogs longer. */
const WAIT_MS = 180 * SECOND_MS;
const LOOK_EVERY_MS = 500;
const MOST_SHOWN = 20;

type System = ReturnType<typeof openSystem>;

export default async function engine(args: string[]): Promise<void> {
  const { command, reason, before, isDryRun } = readArguments(args);
  const system = openSystem();
  try {
    if (command === 'hold') await hold(system, reason);
    else if (command === 'release') await release(system, { before, isDryRun });
    else await showStatus(system, before);
  } finally {
    await system.close();
  }
}

function openSystem() {
  const url = process.env.DATABASE_URL ?? '';
  const db = connect(url, 2);
  const pool = openSqlPool(url, 1);
  const close = () => Promise.all([db.$disconnect(), pool.close()]);
  return { db, sql: pool.sql, clock: databaseClock, requestId: null, close };
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
  const held = await holdEngine(system, reason);
  console.log(`On hold since ${held.beganAt.toISOString()} (${held.reason}). Nothing more is claimed.`);
  const giveUpAt = performance.now() + WAIT_MS;
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
  const aborted = await releaseEngine(system, before ? { abortDueBefore: before } : {});
  if (!aborted) throw new StartError('Somebody else has released the engine meanwhile.');
  if (before) console.log(`Aborted ${aborted.alarms} alarms and ${aborted.deliveries} deliveries and callbacks.`);
  console.log('Released: workers go on within a second.');
}

/** What waits, of what was due before an instant, else before now. */
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
  for (const { workspace, workspaceId, alarms, deliveries, oldestDueAt } of overdue.slice(0, MOST_SHOWN)) {
    const name = workspace ?? 'test alarms of the service';
    console.log(
      `  ${alarms} and ${deliveries} of ${name} (${workspaceId}), the oldest of ${oldestDueAt.toISOString()}`,
    );
  }
  if (overdue.length > MOST_SHOWN) console.log(`  and of ${overdue.length - MOST_SHOWN} more workspaces`);
}
