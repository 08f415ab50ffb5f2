import { LRUCache } from 'lru-cache';
import { brokerOrigin, parseBrokerAddress } from '#/lib/alarms/alarms/broker-address.ts';
import type { Claim } from '#/lib/engine/claim/claim.ts';

const MAX_ORIGINS = 10_000;
const origins = new LRUCache<string, string>({ max: MAX_ORIGINS });

/**
 * Scheme, host and port that an alarm calls, however the URL is written, or the broker that it publishes to; an alarm
 * for the feed has none.
 */
export function originOf({ url }: Pick<Claim, 'url'>): string {
  if (url === null) return 'event';
  const known = origins.get(url);
  if (known !== undefined) return known;
  const broker = parseBrokerAddress(url);
  const origin = broker ? brokerOrigin(broker.brokerId) : (URL.parse(url)?.origin ?? url);
  origins.set(url, origin);
  return origin;
}
