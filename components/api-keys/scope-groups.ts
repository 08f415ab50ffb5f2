import type { Permission } from '#/lib/context/roles/role.ts';

/** Scopes grouped for people, in the order of the list of permissions. */
const NOUNS: readonly { title: string; nouns: readonly string[] }[] = [
  { title: 'Time', nouns: ['timers', 'weeks', 'admin'] },
  { title: 'Tickets and projects', nouns: ['tickets', 'projects'] },
  { title: 'Alarms and webhooks', nouns: ['alarms', 'brokers', 'endpoints', 'operations'] },
  { title: 'Team', nouns: ['members', 'workspace'] },
  { title: 'Account and audit', nouns: ['events', 'api_keys', 'notifications'] },
];

type ScopeGroup = { title: string; scopes: Permission[] };

/** These scopes by subject; a group without any is left out. */
export function groupScopes(scopes: readonly Permission[]): ScopeGroup[] {
  const groups = NOUNS.map(({ title, nouns }) => ({
    title,
    scopes: scopes.filter((scope) => nouns.includes(scope.split(':')[0] ?? '')),
  }));
  return groups.filter((group) => group.scopes.length > 0);
}
