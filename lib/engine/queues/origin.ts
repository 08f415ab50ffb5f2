import { LRUCache } from 'lru-cache';
import type { Claimed } from '#/lib/engine/firing/firing.ts';

const MOST_ORIGINS = 10_000;
const origins = new LRUCache<string, string>({ max: MOST_ORIGINS });

/** Scheme, host and port that an alarm calls, however it is written; published events have none. */
export function originOf({ url }: Pick<Claimed, 'url'>): string {
  if (url === null) return 'event';
  const known = origins.get(url);
  if (known !== undefined) return known;
  const origin = URL.parse(url)?.origin ?? url;
  origins.set(url, origin);
  return origin;
}
