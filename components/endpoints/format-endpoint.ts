import type { EndpointWithHealthJson } from '#/lib/webhooks/endpoints/endpoint-schemas.ts';

const NBSP = '\u00a0';
/** From here down a share of what arrived is worth a look. */
const WORRYING_BELOW = 99;

type Health = EndpointWithHealthJson['last_24h'];

/** How many of a hundred arrived, to one digit and never rounded up to all; null when there was nothing to send. */
export function deliveredPercent({ delivered, failed, retrying }: Health): number | null {
  const all = delivered + failed + retrying;
  return all === 0 ? null : Math.floor((delivered / all) * 1_000) / 10;
}

export function isWorrying(health: Health): boolean {
  const percent = deliveredPercent(health);
  return percent !== null && percent < WORRYING_BELOW;
}

/** "98.1 %, last 24 h". */
export function formatHealth(health: Health): string {
  const percent = deliveredPercent(health);
  return percent === null ? `Nothing in 24${NBSP}h` : `${percent}${NBSP}%, last${NBSP}24${NBSP}h`;
}

/** "timer.*, alarm.dead"; everything in words. */
export function formatEventTypes(types: readonly string[]): string {
  return types.includes('*') ? 'All events' : types.join(', ');
}

/** What the schema says of a field, "is too long", as a sentence about it; what is one already stays. */
export function fieldSentence(label: string, error: string | undefined): string | undefined {
  return error && /^\p{Ll}/u.test(error) ? `${label} ${error}.` : error;
}

/** The types that a form offers, in groups by their noun, in the order of the list. */
export function groupTypes<T extends string>(types: readonly T[]): { group: string; types: T[] }[] {
  const groups = new Map<string, T[]>();
  for (const type of types) {
    const group = `${type.split('.')[0]}.*`;
    groups.set(group, [...(groups.get(group) ?? []), type]);
  }
  return [...groups].map(([group, ofGroup]) => ({ group, types: ofGroup }));
}

/** Whether a type has all the letters someone searches for, in its name or in what it tells. */
export function matchesSearch(search: string, ...texts: string[]): boolean {
  const wanted = search.trim().toLowerCase();
  return texts.some((text) => text.toLowerCase().includes(wanted));
}
