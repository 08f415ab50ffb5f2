import type { Role } from '#/lib/context/context.ts';

/** All permissions: one list for what a role grants and for the scopes of an API key. */
export const PERMISSIONS = [
  'timers:read',
  'timers:write',
  'timers:read_all',
  'tickets:read',
  'tickets:write',
  'projects:read',
  'projects:write',
  'alarms:read',
  'alarms:write',
  'brokers:manage',
  'endpoints:manage',
  'events:read',
  'events:read_all',
  'notifications:read',
  'notifications:write',
  'members:read',
  'members:manage',
  'api_keys:manage',
  'workspace:manage',
  'admin:corrections',
  'weeks:approve',
  'operations:read',
] as const;

export type Permission = (typeof PERMISSIONS)[number];

/** What each permission allows, in words for forms and errors. */
export const PERMISSION_LABELS: Record<Permission, string> = {
  'timers:read': 'See your own timers',
  'timers:write': 'Start, pause, stop, and change your own timers',
  'timers:read_all': 'See everyone’s timers',
  'tickets:read': 'See tickets',
  'tickets:write': 'Create and change tickets',
  'projects:read': 'See projects',
  'projects:write': 'Create and change projects',
  'alarms:read': 'See alarms',
  'alarms:write': 'Create, reschedule, abort, and redrive alarms',
  'brokers:manage': 'Connect, change, test, and delete message brokers',
  'endpoints:manage': 'Manage webhooks for events you can read, and see their deliveries',
  'events:read': 'See who changed your own data',
  'events:read_all': 'See everything that changed in the workspace, including other people’s data',
  'notifications:read': 'Read your notifications',
  'notifications:write': 'Mark your notifications as read',
  'members:read': 'See who is in the workspace',
  'members:manage': 'Invite people, change their roles, and disable or remove them',
  'api_keys:manage': 'Create, change, and revoke your own API keys',
  'workspace:manage': 'Change workspace settings and webhook secrets',
  'admin:corrections': 'Correct other people’s recorded time',
  'weeks:approve': 'Approve and return other people’s weeks',
  'operations:read': 'See the health of the service: alarms, queues, workers, and the database',
};

const ADMIN_ONLY_PERMISSIONS: readonly Permission[] = [
  'timers:read_all',
  'brokers:manage',
  'endpoints:manage',
  'events:read_all',
  'members:manage',
  'workspace:manage',
  'admin:corrections',
  'weeks:approve',
  'operations:read',
];
const MEMBER_PERMISSIONS: readonly Permission[] = PERMISSIONS.filter(
  (permission) => !ADMIN_ONLY_PERMISSIONS.includes(permission),
);

const GRANTS: Record<Role, readonly Permission[]> = {
  owner: PERMISSIONS,
  admin: PERMISSIONS,
  member: MEMBER_PERMISSIONS,
};

/** All permissions of this role, in the order of `PERMISSIONS`. */
export function permissionsOf(role: Role): readonly Permission[] {
  return GRANTS[role];
}

/**
 * What an API key may do now: the scopes it was given that its owner's role still allows, so that lowering a role
 * lowers its keys too. Scopes this version does not know are dropped.
 */
export function scopesWithin(role: Role, scopes: readonly string[]): Permission[] {
  return permissionsOf(role).filter((permission) => scopes.includes(permission));
}
