import type { Actor } from '#/lib/context/context.ts';
import type { Permission } from '#/lib/context/roles/role.ts';
import type { FeedEvent } from '#/lib/feed/events/event.ts';

/** A topic to subscribe to: which events of the workspace belong to it, and the permission it takes. */
export type Topic = { name: string; permission: Permission; has: (event: FeedEvent, actor: Actor) => boolean };

/** The topic of the caller's own timers. */
export const TIMERS = 'timers';
/** The topic of all alarms, which also reports alarms that change without an event each. */
export const ALARMS = 'alarms';
/** The topic of the people in a workspace, which also reports changes of their running timers. */
export const MEMBERS = 'members';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const MAX_NAME_LENGTH = 200;
export const TOPIC_DESCRIPTION =
  'timers, workspace_timers, members, tickets, projects, imports, notifications, alarms, alarm:<id> or alarms:<name>';

const isTimer = ({ type }: FeedEvent) => type.startsWith('timer.');
const isAlarm = ({ type }: FeedEvent) => type.startsWith('alarm.');
/** A person's pins are private. */
const isTicket = ({ type, userId }: FeedEvent, actor: Actor) =>
  type.startsWith('ticket.') && (userId === null || userId === actor.userId);

/** Events of the caller's own time, or with `timers:read_all` of anyone's. */
const isImport = ({ type, userId }: FeedEvent, actor: Actor) =>
  type.startsWith('import.') && (userId === actor.userId || actor.scopes.has('timers:read_all'));

/** Invitations are visible to those who may create them. */
const isMember = ({ type }: FeedEvent, { scopes }: Actor) =>
  type.startsWith('member.') ||
  type === 'workspace.transferred' ||
  (type.startsWith('invitation.') && scopes.has('members:manage'));

const NAMED: Record<string, Omit<Topic, 'name'>> = {
  [TIMERS]: { permission: 'timers:read', has: (event, { userId }) => isTimer(event) && event.userId === userId },
  workspace_timers: { permission: 'timers:read_all', has: isTimer },
  [MEMBERS]: { permission: 'members:read', has: isMember },
  tickets: { permission: 'tickets:read', has: isTicket },
  projects: { permission: 'projects:read', has: ({ type }) => type.startsWith('project.') },
  imports: { permission: 'timers:read', has: isImport },
  notifications: {
    permission: 'notifications:read',
    has: ({ type, userId }, actor) => type.startsWith('notification.') && userId === actor.userId,
  },
  [ALARMS]: { permission: 'alarms:read', has: isAlarm },
};

const PAGE_TOPICS = [TIMERS, MEMBERS, 'tickets', 'projects', 'imports', 'notifications', ALARMS];

/** Whether a list of members changes with this event of their workspace, for a caller with these permissions. */
export function changesMembers(event: FeedEvent, actor: Actor): boolean {
  return isMember(event, actor) || (isTimer(event) && actor.scopes.has('timers:read_all'));
}

/** Whether `GET /events` shows this event of their workspace to the caller. */
export function canReadEvent({ userId }: FeedEvent, actor: Actor): boolean {
  const { scopes } = actor;
  return scopes.has('events:read_all') || (scopes.has('events:read') && userId === actor.userId);
}

/** The topic of this name, or null when there is none. Only for events of the caller's workspace. */
export function findTopic(name: string): Topic | null {
  const known = Object.hasOwn(NAMED, name) ? NAMED[name] : undefined;
  if (known) return { name, ...known };
  const [, kind, which = ''] = /^(alarms?):(.+)$/su.exec(name) ?? [];
  if (kind === 'alarm') return UUID.test(which.toLowerCase()) ? alarmTopic(name, which.toLowerCase()) : null;
  return kind && which.length <= MAX_NAME_LENGTH ? alarmsNamed(name, which) : null;
}

/**
 * The default topics, as far as allowed: the caller's own timers and the workspace's alarms; the pages of a session
 * show members, tickets, projects, imports and notifications as well.
 */
export function usualTopics({ scopes, credential }: Actor): Topic[] {
  const names = credential.kind === 'session' ? PAGE_TOPICS : [TIMERS, ALARMS];
  const usual = names.flatMap((name) => findTopic(name) ?? []);
  return usual.filter(({ permission }) => scopes.has(permission));
}

function alarmTopic(name: string, id: string): Topic {
  return { name, permission: 'alarms:read', has: (event) => isAlarm(event) && event.subjectId === id };
}

function alarmsNamed(name: string, wanted: string): Topic {
  return { name, permission: 'alarms:read', has: (event) => isAlarm(event) && hasName(event, wanted) };
}

/** Alarms that were created together are reported together. */
function hasName({ data }: FeedEvent, wanted: string): boolean {
  const { alarm, names } = data as { alarm?: { name?: string | null }; names?: readonly string[] | null };
  return alarm?.name === wanted || names?.includes(wanted) === true;
}
