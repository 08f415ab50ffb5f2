import type { IconName } from '#/components/ui/icon.tsx';

export type PageLink = { href: string; name: string; icon: IconName; keys: string };

export const TODAY: PageLink = { href: '/', name: 'Today', icon: 'clock', keys: 'G D' };
export const SETTINGS: PageLink = { href: '/settings', name: 'Settings', icon: 'settings', keys: 'G S' };
/** Not a page of the app: the contract itself. */
export const API_REFERENCE: PageLink = {
  href: '/api/v1/openapi.json',
  name: 'API reference',
  icon: 'book',
  keys: 'G H',
};
