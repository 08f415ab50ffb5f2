import { type Redis, ReplyError } from 'ioredis';
import { log } from '#/lib/core/log.ts';

/** `own` is the consumer of this connection. */
type Group = { stream: string; group: string; own: string };

// cspell:words CLUSTERDOWN DELCONSUMER READONLY ipairs
/** A consumer without pending entries is deleted once it has been idle for this many leases: its worker has ended. */
const STALE_LEASES = 10;
const REJECTED =
  'Redis rejects looking for consumers of workers that ended, which stay in the group. Allow this user XINFO CONSUMERS, EVAL, and XGROUP DELCONSUMER.';
/** Replies after which the whole reclaim waits, or creates the group and continues. */
const TEMPORARY_ERROR = /^(?:NOGROUP|ERR no such key|LOADING|BUSY|CLUSTERDOWN|MOVED|READONLY)/;
/** The names that `openBroker` gives consumers. Nothing is known about others in the group. */
const CONSUMER_SUFFIX = /-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/**
 * Deletes consumers of a group (KEYS: stream; ARGV: group, idle milliseconds, names) that have no pending entries, since
 * these would be deleted with them. In one step: a consumer may read something after it was listed.
 */
const DELETE_CONSUMERS = `
local listed = {}
for at = 3, #ARGV do listed[ARGV[at]] = true end
for _, fields in ipairs(redis.call('XINFO', 'CONSUMERS', KEYS[1], ARGV[1])) do
  local consumer = {}
  for at = 1, #fields, 2 do consumer[fields[at]] = fields[at + 1] end
  if listed[consumer.name] and consumer.pending == 0 and consumer.idle >= tonumber(ARGV[2]) then
    redis.call('XGROUP', 'DELCONSUMER', KEYS[1], ARGV[1], consumer.name)
  end
end`;

/**
 * Deletes the consumers that workers of this service left in a group when they ended. Their pending entries are
 * reclaimed by others first. `leaseMs`: after how long that happens. Returns false if Redis rejects it, which is
 * logged: nothing depends on it. Redis 6.2 and 7.0 report a missing permission in a script like any of its errors, and
 * proxies in their own words.
 */
export async function deleteStaleConsumers(
  redis: Redis,
  { stream, group, own }: Group,
  leaseMs: number,
): Promise<boolean> {
  const staleMs = STALE_LEASES * leaseMs;
  try {
    const consumers = ((await redis.xinfo('CONSUMERS', stream, group)) as unknown[][]).map(asRecord);
    const stale = consumers
      .filter(({ pending, idle }) => pending === 0 && Number(idle) >= staleMs)
      .map(({ name }) => String(name))
      .filter((name) => name !== own && CONSUMER_SUFFIX.test(name));
    if (stale.length > 0) await redis.eval(DELETE_CONSUMERS, 1, stream, group, staleMs, ...stale);
    return true;
  } catch (error) {
    if (!(error instanceof ReplyError) || TEMPORARY_ERROR.test((error as Error).message)) throw error;
    log.warn({ stream }, REJECTED);
    return false;
  }
}

/** Redis returns pairs as one list of alternating names and values. */
export function asRecord(list: readonly unknown[]): Record<string, unknown> {
  const pairs = Array.from({ length: list.length / 2 }, (_, at) => [String(list[2 * at]), list[2 * at + 1]]);
  return Object.fromEntries(pairs);
}
