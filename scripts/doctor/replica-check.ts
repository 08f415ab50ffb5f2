import { setTimeout as delay } from 'node:timers/promises';
import { connect, type Db } from '#/lib/db/client.ts';
import { Replica, type ReplicaProblem } from '#/lib/db/replica.ts';
import type { Inspection } from '#/scripts/doctor/check-database.ts';
import { type Finding, failed, ok, warning } from '#/scripts/doctor/finding.ts';

/** Longer than reports wait. */
const FAR_BEHIND_MS = 1_000;
const LOOK_AGAIN_MS = 100;
const TIMEOUT_MS = 10_000;

const PROBLEMS: Record<ReplicaProblem, { found: string; todo: string }> = {
  unreachable: {
    found: 'the replica can’t be reached, or rejects this user',
    todo: 'Start it, or correct DATABASE_REPLICA_URL: user, password and database are those of the primary.',
  },
  no_standby: {
    found: 'DATABASE_REPLICA_URL leads to a server that is not a standby',
    todo: 'Let it lead to a hot standby of the primary. Behind HAProxy, to the listener of replicas (ops/ha/haproxy.cfg).',
  },
  other_system: {
    found: 'DATABASE_REPLICA_URL leads to a copy of another database',
    todo: 'Let it lead to a standby that was made of the primary, as by pg_basebackup.',
  },
};

/** Whether reports can read the replica, and whether it keeps up; nothing without one. */
export async function checkReplica({ db, settings }: Pick<Inspection, 'db' | 'settings'>): Promise<Finding[]> {
  const { DATABASE_REPLICA_URL: url } = settings;
  if (!url) return [];
  const client = connect(url, 1, { timeoutMs: TIMEOUT_MS });
  const replica = new Replica(db, client);
  try {
    for (;;) {
      const { lagMs, problem } = await replica.status();
      if (problem) return [failed('replica', { means: 'Reports read the primary.', ...PROBLEMS[problem] })];
      if (lagMs === 0) return [await judgeFeedback(client)];
      if (lagMs > FAR_BEHIND_MS) break;
      await delay(LOOK_AGAIN_MS);
    }
    return [
      warning('replica', {
        found: `the replica is more than ${FAR_BEHIND_MS} ms behind`,
        means: 'Reports read the primary until it has caught up.',
        todo: 'See pg_stat_replication on the primary, and docs/operations.md, Reports from a replica.',
      }),
    ];
  } finally {
    await client.$disconnect();
  }
}

/** The finding for a replica that keeps up. */
async function judgeFeedback(replica: Db): Promise<Finding> {
  const [row] = await replica.$queryRaw<{ feedback: string }[]>`
    select current_setting('hot_standby_feedback') as feedback`;
  if (row?.feedback === 'on') return ok('replica', 'follows the primary');
  return warning('replica', {
    found: 'the replica follows the primary, but its hot_standby_feedback is off',
    means:
      'Vacuum on the primary removes rows that a report there still reads. The replica falls behind or cancels the report, which then reads the primary.',
    todo: 'On the replica, as a superuser: alter system set hot_standby_feedback = on; select pg_reload_conf(). No restart is needed.',
  });
}
