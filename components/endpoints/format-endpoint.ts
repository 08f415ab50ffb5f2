import type { EndpointWithHealthJson } from '#/lib/webhooks/endpoints/endpoint-schemas.ts';

const NBSP = '\u00a0';
/** A lower share of deliveries needs attention. */
const WARN_BELOW_PERCENT = 99;

type Health = EndpointWithHealthJson['last_24h'];

/** The percentage that arrived, to one digit and never rounded up to all; null when there was nothing to send. */
export function deliveredPercent({ delivered, failed, retrying }: Health): number | null {
  const all = delivered + failed + retrying;
  return all === 0 ? null : Math.floor((delivered / all) * 1_000) / 10;
}

export function isWorrying(health: Health): boolean {
  const percent = deliveredPercent(health);
  return percent !== null && percent < WARN_BELOW_PERCENT;
}

/** "98.1 %, last 24 h". */
export function formatHealth(health: Health): string {
  const percent = deliveredPercent(health);
  return percent === null ? `Nothing in 24${NBSP}h` : `${percent}${NBSP}%, last${NBSP}24${NBSP}h`;
}

/** "timer.*, alarm.dead"; everything as a phrase. */
export function formatEventTypes(types: readonly string[]): string {
  return types.includes('*') ? 'All events' : types.join(', ');
}

/** The schema's message for a field, "is too long", as a sentence; a full sentence is unchanged. */
export function fieldSentence(label: string, error: string | undefined): string | undefined {
  return error && /^\p{Ll}/u.test(error) ? `${label} ${error}.` : error;
}

/** The types that a form offers, grouped by noun, in the order of the list. */
export function groupTypes<T extends string>(types: readonly T[]): { group: string; types: T[] }[] {
  const groups = new Map<string, T[]>();
  for (const type of types) {
    const group = `${type.split('.')[0]}.*`;
    groups.set(group, [...(groups.get(group) ?? []), type]);
  }
  return [...groups].map(([group, ofGroup]) => ({ group, types: ofGroup }));
}

/** Whether the name or description of a type contains the search text. */
export function matchesSearch(search: string, ...texts: string[]): boolean {
  const wanted = search.trim().toLowerCase();
  return texts.some((text) => text.toLowerCase().includes(wanted));
}
