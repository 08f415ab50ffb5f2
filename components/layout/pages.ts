import type { IconName } from '#/components/ui/icon.tsx';

export type PageLink = { href: string; name: string; icon: IconName; keys: string };

export const TODAY: PageLink = { href: '/', name: 'Today', icon: 'clock', keys: 'G D' };
export const ALARMS: PageLink = { href: '/alarms', name: 'Alarms', icon: 'alarm', keys: 'G A' };
export const MEMBERS: PageLink = { href: '/team/members', name: 'Members', icon: 'members', keys: 'G M' };
export const SETTINGS: PageLink = { href: '/settings', name: 'Settings', icon: 'settings', keys: 'G S' };
/** Pages whose own actions stand in their head, which they bring themselves. */
const WITH_OWN_HEAD = [TODAY, ALARMS, MEMBERS];

/** True on the page and on what lies below it. */
export function isPageAt({ href }: PageLink, path: string): boolean {
  return path === href || (href !== '/' && path.startsWith(`${href}/`));
}

export function hasOwnHead(path: string): boolean {
  return WITH_OWN_HEAD.some((page) => isPageAt(page, path));
}

/** Not a page of the app: open to everybody. */
export const API_REFERENCE: PageLink = {
  href: '/docs',
  name: 'API reference',
  icon: 'book',
  keys: 'G H',
};
