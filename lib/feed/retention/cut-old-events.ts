import type { Ctx } from '#/lib/context/context.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { DAY_MS } from '#/lib/core/duration.ts';
import { readFeedSettings } from '#/lib/core/env.ts';
import { eventsCut } from '#/lib/core/metrics.ts';
import { cutNextEvents } from '#/lib/feed/retention/cut-events-query.ts';
import { retentionNow } from '#/lib/feed/retention/retention-clock.ts';

/** Small enough that writers to the same pages wait only milliseconds. */
const AT_A_TIME = 1_000;
/**
 * The most that is cut per night, so that a long history is cut over several nights rather than by one job of hours.
 */
const MAX_BATCHES = 2_000;

type Options = { retentionDays?: number; atATime?: number; mostBatches?: number };

/**
 * Cuts events that are older than `FEED_RETENTION_DAYS` by default to what the audit log needs, and returns how many
 * had more than that. With 0 days events are kept whole forever.
 */
export async function cutOldEvents(
  ctx: Omit<Ctx, 'actor'>,
  {
    retentionDays = readFeedSettings().FEED_RETENTION_DAYS,
    atATime = AT_A_TIME,
    mostBatches = MAX_BATCHES,
  }: Options = {},
): Promise<number> {
  if (retentionDays === 0) return 0;
  const before = new Date((await retentionNow(ctx)).getTime() - retentionDays * DAY_MS);
  let count = 0;
  for (let batches = 0; batches < mostBatches; batches += 1) {
    const { passed, cut } = await transaction(ctx, ({ tx }) => cutNextEvents(tx, { before, limit: atATime }));
    eventsCut.inc(cut);
    count += cut;
    if (passed < atATime) break;
  }
  return count;
}
