import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { type Allowance, type Policy, WINDOW_SECONDS } from '#/lib/api/limits/allowance.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';
import { log } from '#/lib/core/log.ts';
import type { Db } from '#/lib/db/client.ts';
import { throttleTable } from '#/lib/db/throttle-client.ts';

/** Counts requests by a name; returns null when they can't be counted. */
export type Counter = {
  take: (name: string) => Promise<Allowance | null>;
  /** What is left for a name that is over its limit, else null. Needs no database. */
  over: (name: string) => Allowance | null;
};

/** How many names are remembered as over the limit: the latest ones. The others are counted again. */
const MAX_OVER = 10_000;

type CounterOptions = { policy: Policy; limit: number; db: Db | null; monotonic?: () => number };

/** A counter in this process, or with `db` one for all processes; null when the limit is 0. */
export function openCounter({ policy, limit, db, monotonic = () => performance.now() }: CounterOptions) {
  if (limit === 0) return null;
  const options = { keyPrefix: `api:${policy}`, points: limit, duration: WINDOW_SECONDS };
  const complain = onceAMinute(monotonic);
  const allowance = (found: RateLimiterRes): Allowance => ({
    policy,
    limit,
    remaining: Math.max(0, limit - found.consumedPoints),
    resetMs: found.msBeforeNext,
    isOver: found.consumedPoints > limit,
  });
  const limiter = db
    ? // A caller over the limit is cached here and costs the database nothing until the window ends.
      new RateLimiterPostgres({ ...options, ...throttleTable(db), inMemoryBlockOnConsumed: limit + 1 })
    : new RateLimiterMemory(options);
  const overUntilMs = new LRUCache<string, number>({ max: MAX_OVER });
  const rejection = (name: string, found: RateLimiterRes): Allowance => {
    overUntilMs.set(name, monotonic() + found.msBeforeNext);
    // For a caller blocked in memory the limiter knows only for how long.
    return { ...allowance(found), remaining: 0, isOver: true };
  };
  const counter: Counter = {
    take: async (name) => {
      try {
        return allowance(await limiter.consume(name, 1));
      } catch (error) {
        if (error instanceof RateLimiterRes) return rejection(name, error);
        complain(error);
        return null;
      }
    },
    over: (name) => {
      const resetMs = (overUntilMs.get(name) ?? 0) - monotonic();
      return resetMs > 0 ? { policy, limit, remaining: 0, resetMs, isOver: true } : null;
    },
  };
  return counter;
}

/** Limits protect the service; they must not make it fail. Logged once a minute, since every request would log it. */
function onceAMinute(monotonic: () => number): (error: unknown) => void {
  let loggedAtMs = Number.NEGATIVE_INFINITY;
  return (error) => {
    if (monotonic() - loggedAtMs < MINUTE_MS) return;
    loggedAtMs = monotonic();
    log.warn({ err: error }, 'requests can’t be counted; rate limits don’t apply meanwhile');
  };
}
