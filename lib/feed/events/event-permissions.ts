import type { Actor } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import type { Permission } from '#/lib/context/roles/role.ts';
import { EVENT_TYPES, type EventType } from '#/lib/feed/events/event-types.ts';

type Noun = EventType extends `${infer noun}.${string}` ? noun : never;

/** Allows reading every event of the workspace, whatever it contains. */
const EVERYTHING: Permission = 'events:read_all';

/**
 * The permission that reads over REST what the events of a noun contain, about any person. Data about other people that
 * no other permission reads, such as their keys, sessions and notifications, needs the one for all events.
 */
const OF_NOUN: Record<Noun, Permission> = {
  timer: 'timers:read_all',
  correction: 'timers:read_all',
  import: 'timers:read_all',
  week: 'timers:read_all',
  ticket: 'tickets:read',
  ticket_source: 'workspace:manage',
  project: 'projects:read',
  alarm: 'alarms:read',
  schedule: 'alarms:read',
  receiver: 'alarms:read',
  broker: 'alarms:read',
  export: EVERYTHING,
  calendar_feed: EVERYTHING,
  saved_report: EVERYTHING,
  report_link: EVERYTHING,
  webhook_secret: 'workspace:manage',
  endpoint: 'endpoints:manage',
  operations: 'operations:read',
  notification: EVERYTHING,
  push_subscription: EVERYTHING,
  api_key: EVERYTHING,
  account: EVERYTHING,
  session: EVERYTHING,
  workspace: EVERYTHING,
  invitation: 'members:manage',
  member: 'members:read',
};

/** Types that reveal more than others of their noun: a person's pins are private. */
const OF_TYPE: Partial<Record<EventType, Permission>> = {
  'ticket.pinned': EVERYTHING,
  'ticket.unpinned': EVERYTHING,
};

/** The permission needed to receive events of this type; `events:read_all` always suffices. */
export function permissionOf(type: EventType): Permission {
  return OF_TYPE[type] ?? OF_NOUN[type.slice(0, type.indexOf('.')) as Noun];
}

/**
 * Authorizes the actor to receive events of these types: names such as `timer.stopped`, groups such as `timer.*`, or
 * `*`, which includes types of later versions.
 * @throws AppError 403 `forbidden`
 */
export function authorizeEvents(ctx: { actor: Actor }, types: readonly string[]): void {
  for (const permission of permissionsOf(types, ctx.actor)) authorize(ctx, permission);
}

function permissionsOf(names: readonly string[], { scopes }: Actor): Set<Permission> {
  return new Set(scopes.has(EVERYTHING) ? [EVERYTHING] : names.flatMap(needsOf));
}

/** `*`, and a type that this version no longer knows, need the permission for all events. */
function needsOf(name: string): Permission[] {
  const types = EVENT_TYPES.filter((type) => type === name || `${type.split('.')[0]}.*` === name);
  return types.length > 0 ? types.map(permissionOf) : [EVERYTHING];
}
