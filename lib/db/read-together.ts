import { HOUR_MS } from '#/lib/core/duration.ts';
import type { Db, Tx } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';

type Reads = Record<string, (tx: Tx) => Promise<unknown>>;
type Results<R extends Reads> = { [Name in keyof R]: Awaited<ReturnType<R[Name]>> };

/** It waits for a connection as long as the pool does. The server cancels each statement that takes too long. */
const OPTIONS = { isolationLevel: 'RepeatableRead', maxWait: 10_000, timeout: HOUR_MS } as const;

/**
 * Runs reads on two connections at once, all of one snapshot, so that their results belong together. Each connection
 * takes the next read when it has finished one, so list the longest first. While no second connection is free, the
 * first continues alone. Throws the error of a read that fails; reads not begun by then are skipped.
 */
export async function readTogether<R extends Reads>(db: Db, reads: R): Promise<Results<R>> {
  const waiting = Object.entries(reads);
  const results: Record<string, unknown> = {};
  const readAll = async (tx: Tx) => {
    try {
      for (let next = waiting.shift(); next; next = waiting.shift()) results[next[0]] = await next[1](tx);
    } catch (error) {
      waiting.length = 0;
      throw error;
    }
  };
  let joining: Promise<unknown> | undefined;
  let hasJoined = false;
  const join = async (tx: Tx, snapshot: string) => {
    if (waiting.length === 0) return;
    hasJoined = true;
    joining = tx.$executeRaw`set transaction snapshot ${Prisma.raw(`'${snapshot}'`)}`;
    await joining;
    await readAll(tx);
  };
  let second: Promise<void> | undefined;
  const first = db.$transaction(async (tx) => {
    const snapshot = await exportSnapshot(tx);
    second = db.$transaction((other) => join(other, snapshot), OPTIONS);
    // It is awaited after this transaction has released its connection, which the other one may be waiting for.
    second.catch(() => {});
    await readAll(tx);
    // Only while this transaction is open can another one join its snapshot.
    await joining;
  }, OPTIONS);
  try {
    await first;
  } catch (error) {
    // This may have failed the second one too, since its snapshot ended.
    await second?.catch(() => {});
    throw error;
  }
  await second?.catch((error: unknown) => {
    // If it never got a connection it has read nothing, and no result is missing.
    if (hasJoined) throw error;
  });
  return results as Results<R>;
}

async function exportSnapshot(tx: Tx): Promise<string> {
  const rows = await tx.$queryRaw<[{ id: string }]>`select pg_export_snapshot() as id`;
  return rows[0].id;
}
