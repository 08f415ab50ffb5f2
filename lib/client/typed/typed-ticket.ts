import type { NamedTicket } from '#/lib/client/tickets/named-ticket.ts';

/** The API's limit. */
const KEY_LENGTH = 64;
const URL_LENGTH = 2_000;

const KEY = /^[A-Za-z][A-Za-z0-9]*-\d+$/;
/** At the end of any link only capitals distinguish a key from `top-10-tips`. */
const PLAIN_KEY = /^[A-Z][A-Z0-9]*-\d+(?:-|$)/;
const NUMBER = /^#\d+$/;
/** `API-412`, `API-412-rate-limit`, `feature/api-412-rate-limit`, `maya/api-412`. */
const KEY_BRANCH = /^(?:[\w.-]+\/)*([A-Za-z][A-Za-z0-9]*-\d+)(?:[-_/]([\w./-]*))?$/;
/** `34-fix-login`, `feature/34-fix-login`. */
const NUMBER_BRANCH = /^(?:[\w.-]+\/)*(\d+)-([a-z][\w.-]*-[\w.-]+)$/i;

/** `https://…` of GitHub, GitLab, Jira, Linear, YouTrack, or of any link that ends in a key; null for other links. */
export function ticketOfLink(word: string): NamedTicket | null {
  const url = word.length <= URL_LENGTH && /^https?:\/\//i.test(word) && URL.canParse(word) ? new URL(word) : null;
  if (!url) return null;
  const path = url.pathname.split('/').filter(Boolean).map(decoded);
  const found = numberedIssue(path) ?? keyInPath(path) ?? keyInQuery(url);
  return found && checked({ ...found, url: url.href });
}

/** `#34`. */
export function ticketOfNumber(word: string): NamedTicket | null {
  return NUMBER.test(word) ? checked({ key: word, title: '', url: null }) : null;
}

/** `API-412`, or a branch that begins with a key. */
export function ticketOfKey(word: string): NamedTicket | null {
  if (KEY.test(word)) return checked({ key: word.toUpperCase(), title: '', url: null });
  const [, key, rest = ''] = KEY_BRANCH.exec(word) ?? [];
  return key ? checked({ key: key.toUpperCase(), title: titleOfSlug(rest), url: null }) : null;
}

/** `34-fix-login`: among other words it may be an ordinary word, so it counts only when it is the whole text. */
export function ticketOfNumberedBranch(word: string): NamedTicket | null {
  const [, number, rest = ''] = NUMBER_BRANCH.exec(word) ?? [];
  return number ? checked({ key: `#${number}`, title: titleOfSlug(rest), url: null }) : null;
}

/** `/acme/api/issues/34` of GitHub, `/acme/tools/api/-/merge_requests/34` of GitLab. */
function numberedIssue(path: string[]): Omit<NamedTicket, 'url'> | null {
  const at = path.findLastIndex((part) => ['issues', 'pull', 'merge_requests', 'work_items'].includes(part));
  const number = path[at + 1];
  const project = path.slice(0, path[at - 1] === '-' ? at - 1 : at);
  if (at < 0 || !number || !/^\d+$/.test(number) || project.length < 2) return null;
  return { key: `${project.join('/')}${path[at] === 'merge_requests' ? '!' : '#'}${number}`, title: '' };
}

/** `/browse/API-412` of Jira, `/acme/issue/API-412/rate-limiter` of Linear and YouTrack, `/anything/API-412`. */
function keyInPath(path: string[]): Omit<NamedTicket, 'url'> | null {
  const at = path.findLastIndex((part) => ['browse', 'issue', 'issues'].includes(part));
  const named = path[at + 1];
  if (at >= 0 && named && KEY.test(named)) return { key: named.toUpperCase(), title: titleOfSlug(path[at + 2] ?? '') };
  const last = path.at(-1) ?? '';
  return PLAIN_KEY.test(last) ? ticketOfKey(last) : null;
}

/** `?selectedIssue=API-412` of Jira's boards. */
function keyInQuery(url: URL): Omit<NamedTicket, 'url'> | null {
  const key = url.searchParams.get('selectedIssue') ?? '';
  return KEY.test(key) ? { key: key.toUpperCase(), title: '' } : null;
}

function checked(ticket: NamedTicket): NamedTicket | null {
  return ticket.key.length <= KEY_LENGTH && /^[^\s\p{Cc}]+$/u.test(ticket.key) ? ticket : null;
}

function titleOfSlug(slug: string): string {
  return slug.replaceAll(/[-_/\s]+/g, ' ').trim();
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // A stray percent sign is a character like any other.
    return part;
  }
}
