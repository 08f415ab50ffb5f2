import type { Pool, PoolClient } from 'pg';
import { FEED_CHANNEL } from '#/lib/feed/notify/notify-feed.ts';

/** The owner of the timers whose events they write. */
export type Whose = { workspaceId: string; userId: string };

const INSERT = `insert into events (workspace_id, user_id, type, subject_id, actor, data)
  values ($1, $2, 'timer.edited', $3, '{"kind": "worker", "id": "test"}',
          '{"timer": {"id": "some"}, "before": null, "after": null}') returning id::text`;

/** Numbers from 0 to 1 that are the same in every run. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Transactions that get ids early and commit late and in any order, some never: a reader by ids would lose events. */
export class FeedWriters {
  /** Ids in the order of their commits. */
  readonly committed: string[] = [];
  readonly #pool: Pool;
  readonly #whose: Whose;
  readonly #random: () => number;
  readonly #open: { client: PoolClient; ids: string[] }[] = [];

  constructor(pool: Pool, whose: Whose, seed: number) {
    this.#pool = pool;
    this.#whose = whose;
    this.#random = seeded(seed);
  }

  /** Opens a transaction that writes one to three events. */
  async begin(): Promise<void> {
    const { workspaceId, userId } = this.#whose;
    const client = await this.#pool.connect();
    const ids: string[] = [];
    await client.query('begin');
    for (let left = 1 + Math.floor(this.#random() * 3); left > 0; left -= 1) {
      ids.push((await client.query(INSERT, [workspaceId, userId, workspaceId])).rows[0].id);
    }
    this.#open.push({ client, ids });
  }

  /** Ends random open transactions until this many are left, mostly by a commit. */
  async endAllBut(left: number): Promise<void> {
    while (this.#open.length > left) {
      const [ended] = this.#open.splice(Math.floor(this.#random() * this.#open.length), 1);
      if (!ended) return;
      const isUndone = this.#random() < 0.1;
      await ended.client.query(isUndone ? 'rollback' : 'commit');
      await ended.client.query(`notify ${FEED_CHANNEL}`);
      ended.client.release();
      if (!isUndone) this.committed.push(...ended.ids);
    }
  }
}

export const byNumber = (a: string, b: string) => Number(a) - Number(b);
