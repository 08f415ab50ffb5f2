import type { IconName } from '#/components/ui/icon.tsx';

export type PageLink = {
  href: string;
  name: string;
  icon: IconName;
  /** Its keyboard shortcut, as displayed: `G D`. */
  keys: string;
  /** Other paths that belong to it. */
  also?: string[];
  /** Shown to people with this scope; to all without one. */
  scope?: string;
};

export const TODAY: PageLink = { href: '/', name: 'Today', icon: 'clock', keys: 'G D' };
export const CALENDAR: PageLink = { href: '/calendar', name: 'Calendar', icon: 'calendar', keys: 'G C' };
export const TICKETS: PageLink = {
  href: '/tickets',
  name: 'Tickets',
  icon: 'lines',
  keys: 'G T',
  also: ['/projects'],
  scope: 'tickets:read',
};
export const TIMESHEET: PageLink = { href: '/timesheet', name: 'Timesheet', icon: 'timesheet', keys: 'G Y' };
export const REPORTS: PageLink = {
  href: '/reports',
  name: 'Reports',
  icon: 'chart',
  keys: 'G R',
  scope: 'timers:read',
};
export const ALARMS: PageLink = { href: '/alarms', name: 'Alarms', icon: 'alarm', keys: 'G A', scope: 'alarms:read' };
export const MEMBERS: PageLink = {
  href: '/team/members',
  name: 'Members',
  icon: 'members',
  keys: 'G M',
  scope: 'members:read',
};
export const OPERATIONS: PageLink = {
  href: '/team/operations',
  name: 'Operations',
  icon: 'pulse',
  keys: 'G O',
  scope: 'operations:read',
};
export const CORRECTIONS: PageLink = {
  href: '/team/corrections',
  name: 'Corrections',
  icon: 'spans',
  keys: 'G X',
  scope: 'admin:corrections',
};
export const WEEKS: PageLink = {
  href: '/team/weeks',
  name: 'Weeks',
  icon: 'weeks',
  keys: 'G W',
  scope: 'weeks:approve',
};
export const AUDIT: PageLink = {
  href: '/team/audit',
  name: 'Audit log',
  icon: 'log',
  keys: 'G L',
  scope: 'events:read_all',
};
export const SETTINGS: PageLink = { href: '/settings', name: 'Settings', icon: 'settings', keys: 'G S' };
/** Not a page of the app: open to everyone. */
export const API_REFERENCE: PageLink = { href: '/docs', name: 'API reference', icon: 'book', keys: 'G H' };

// The sidebar, page shortcuts, the palette and the list of shortcuts use these; add a new page here.
export const MAIN_PAGES = [TODAY, CALENDAR, TICKETS, TIMESHEET, REPORTS, ALARMS];
export const TEAM_PAGES = [MEMBERS, WEEKS, CORRECTIONS, AUDIT, OPERATIONS];
export const FOOT_PAGES = [API_REFERENCE, SETTINGS];
export const ALL_PAGES = [...MAIN_PAGES, ...TEAM_PAGES, ...FOOT_PAGES];
/** In a phone's tab bar; the rest is under More. */
export const PHONE_PAGES = [TODAY, CALENDAR, TICKETS, REPORTS, ALARMS];

/** True on the page and below it. */
export function isPageAt({ href, also = [] }: PageLink, path: string): boolean {
  return [href, ...also].some((start) => path === start || (start !== '/' && path.startsWith(`${start}/`)));
}

/** Those that are visible with these scopes. */
export function openTo(scopes: readonly string[], pages: PageLink[]): PageLink[] {
  return pages.filter(({ scope }) => !scope || scopes.includes(scope));
}
