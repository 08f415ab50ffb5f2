import { TIMERS_HREF, timerHref } from '#/lib/client/corrections/correction-queries.ts';

/** What is looked for, by the names that the API has for it; empty where it does not matter. */
export const FIND_FIELDS = ['user_id', 'date', 'ticket', 'project_id', 'tag', 'status', 'flag'] as const;
export type Find = Record<(typeof FIND_FIELDS)[number], string>;

/** What an address looks for; null for the queue. */
export function readFind(query: { get(name: string): string | null }): Find | null {
  const find = Object.fromEntries(FIND_FIELDS.map((name) => [name, query.get(name) ?? ''])) as Find;
  return FIND_FIELDS.some((name) => find[name]) ? find : null;
}

/** As a query of an address or of the API: only what matters. */
export function findText(find: Find | null): string {
  const asked = FIND_FIELDS.flatMap((name) => (find?.[name] ? [[name, find[name]]] : []));
  return new URLSearchParams(asked).toString();
}

/** The address of the page with this open in it. */
export function correctionsHref(find: Find | null, openId: string | null): string {
  const text = findText(find);
  return `${openId ? timerHref(openId) : TIMERS_HREF}${text && `?${text}`}`;
}

/** Whether the page is the list, or one timer beside it. */
export function isCorrectionsPath(path: string): boolean {
  return path === TIMERS_HREF || openIdIn(path) !== null;
}

/** The timer that is open at this path. */
export function openIdIn(path: string): string | null {
  return path.startsWith(`${TIMERS_HREF}/`) ? path.slice(TIMERS_HREF.length + 1) : null;
}
