import { TIMERS_HREF, timerHref } from '#/lib/client/corrections/correction-queries.ts';

/** The search fields, by their API names; empty ones match everything. */
export const FIND_FIELDS = ['user_id', 'date', 'ticket', 'project_id', 'tag', 'status', 'flag'] as const;
export type Find = Record<(typeof FIND_FIELDS)[number], string>;

/** Values in links from before 1.0. */
const FORMER_VALUES: Readonly<Record<string, string>> = { needs_look: 'needs_attention' };

/** The search in a URL; null for the queue. */
export function readFind(query: { get(name: string): string | null }): Find | null {
  const find = Object.fromEntries(FIND_FIELDS.map((name) => [name, query.get(name) ?? ''])) as Find;
  find.flag = FORMER_VALUES[find.flag] ?? find.flag;
  return FIND_FIELDS.some((name) => find[name]) ? find : null;
}

/** As a query of a URL or of the API: only non-empty fields. */
export function findText(find: Find | null): string {
  const asked = FIND_FIELDS.flatMap((name) => (find?.[name] ? [[name, find[name]]] : []));
  return new URLSearchParams(asked).toString();
}

/** The URL of the page with this timer open. */
export function correctionsHref(find: Find | null, openId: string | null): string {
  const text = findText(find);
  return `${openId ? timerHref(openId) : TIMERS_HREF}${text && `?${text}`}`;
}

/** Whether the page is the list, or one timer next to it. */
export function isCorrectionsPath(path: string): boolean {
  return path === TIMERS_HREF || openIdIn(path) !== null;
}

/** The timer that is open at this path. */
export function openIdIn(path: string): string | null {
  return path.startsWith(`${TIMERS_HREF}/`) ? path.slice(TIMERS_HREF.length + 1) : null;
}
