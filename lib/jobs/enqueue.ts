import { type ConstructorOptions, fromPrisma, PgBoss } from 'pg-boss';
import type { TxCtx } from '#/lib/context/context.ts';
import { log } from '#/lib/core/log.ts';
import { connectionStringOf, type Db, timeoutMsOf } from '#/lib/db/client.ts';
import { SENDING_CONNECTIONS } from '#/lib/db/connection-limits.ts';
import { connectionSettings, DEFAULT_TIMEOUT_MS } from '#/lib/db/deadline-client.ts';
import type { QueuedJob } from '#/lib/jobs/job.ts';

/**
 * Enqueues a job in the caller's transaction: workers see it when that commits, and never if it does not; with
 * `startAfter`, not before that instant.
 */
export async function enqueue(
  ctx: Omit<TxCtx, 'actor'>,
  job: QueuedJob,
  payload: object,
  { startAfter }: { startAfter?: Date | undefined } = {},
): Promise<void> {
  const { boss } = await readyToSend(ctx.db, job);
  await boss.send(job.name, payload, { db: fromPrisma(ctx.tx), ...(startAfter && { startAfter }) });
}

/** Opens the queue's connection and creates the queue, which takes a while: for processes whose first job is urgent. */
export async function readyToSend(db: Db, job: QueuedJob): Promise<Sender> {
  const sender = await senderOf(db);
  if (!sender.queues.has(job.name)) {
    await ensureQueue(sender.boss, job);
    sender.queues.add(job.name);
  }
  return sender;
}

/** Creates the queue and its dead-letter queue if they are missing. Safe to call from every process. */
export async function ensureQueue(boss: PgBoss, job: QueuedJob): Promise<void> {
  const { deadLetter } = job;
  await boss.createQueue(deadLetter.name, { retryLimit: 0, deleteAfterSeconds: deadLetter.deleteAfterSeconds });
  await boss.createQueue(job.name, {
    retryLimit: job.retryLimit,
    retryDelay: job.retryDelaySeconds,
    retryBackoff: true,
    retryDelayMax: job.retryDelayMaxSeconds,
    expireInSeconds: job.expireInSeconds,
    ...(job.heartbeatSeconds && { heartbeatSeconds: job.heartbeatSeconds }),
    deleteAfterSeconds: job.deleteAfterSeconds,
    deadLetter: deadLetter.name,
  });
  // The line above does not change a queue that an earlier version has created.
  const [made] = await boss.getQueues([job.name]);
  if (made?.deadLetter !== deadLetter.name) await boss.updateQueue(job.name, { deadLetter: deadLetter.name });
}

type Sender = { boss: PgBoss; queues: Set<string> };
const senders = new WeakMap<Db, Promise<Sender>>();

/** The queue of this database, for sending only: it runs no jobs and no maintenance. Started when first used. */
function senderOf(db: Db): Promise<Sender> {
  const known = senders.get(db);
  if (known) return known;
  const sending = beginSending(connectionStringOf(db), timeoutMsOf(db));
  senders.set(db, sending);
  // The next call retries.
  sending.catch(() => senders.delete(db));
  return sending;
}

async function beginSending(connectionString: string, timeoutMs: number): Promise<Sender> {
  const boss = new PgBoss({
    ...queueConnection(connectionString, Math.min(timeoutMs, DEFAULT_TIMEOUT_MS)),
    max: SENDING_CONNECTIONS,
    supervise: false,
    schedule: false,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'job queue failed; it retries'));
  return { boss: await boss.start(), queues: new Set() };
}

/**
 * How pg-boss is connected. It passes its options on to its pool; with the defaults it would wait for a silent
 * connection forever, and run no jobs meanwhile.
 */
export function queueConnection(connectionString: string, timeoutMs: number): ConstructorOptions {
  return connectionSettings(connectionString, '', timeoutMs);
}

/** Closes the queue's connection, for processes that end and for tests. Safe to call twice. */
export async function stopSending(db: Db): Promise<void> {
  const started = senders.get(db);
  senders.delete(db);
  await (await started)?.boss.stop({ graceful: false });
}
