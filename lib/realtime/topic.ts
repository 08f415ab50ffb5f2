import type { Actor } from '#/lib/accounts/context.ts';
import type { Permission } from '#/lib/accounts/roles/role.ts';
import type { FeedEvent } from '#/lib/events/event.ts';

/** Something one can follow: which events of the workspace belong to it, and what one must be allowed to do. */
export type Topic = { name: string; permission: Permission; has: (event: FeedEvent, actor: Actor) => boolean };

/** The topic of all alarms, which also tells of alarms that change without an event each. */
export const ALARMS = 'alarms';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const LONGEST_NAME = 200;
export const TOPIC_WORDS = 'timers, workspace_timers, alarms, alarm:<id> or alarms:<name>';

const isTimer = ({ type }: FeedEvent) => type.startsWith('timer.');
const isAlarm = ({ type }: FeedEvent) => type.startsWith('alarm.');

const NAMED: Record<string, Omit<Topic, 'name'>> = {
  timers: { permission: 'timers:read', has: (event, { userId }) => isTimer(event) && event.userId === userId },
  workspace_timers: { permission: 'timers:read_all', has: isTimer },
  [ALARMS]: { permission: 'alarms:read', has: isAlarm },
};

/** The topic of this name, or null when there is none. Events are asked about in the caller's workspace only. */
export function findTopic(name: string): Topic | null {
  const known = Object.hasOwn(NAMED, name) ? NAMED[name] : undefined;
  if (known) return { name, ...known };
  const [, kind, which = ''] = /^(alarms?):(.+)$/su.exec(name) ?? [];
  if (kind === 'alarm') return UUID.test(which.toLowerCase()) ? alarmTopic(name, which.toLowerCase()) : null;
  return kind && which.length <= LONGEST_NAME ? alarmsNamed(name, which) : null;
}

/** What one follows without saying what: one's own timers, and the workspace's alarms, as far as allowed. */
export function usualTopics({ scopes }: Actor): Topic[] {
  const usual = ['timers', ALARMS].flatMap((name) => findTopic(name) ?? []);
  return usual.filter(({ permission }) => scopes.has(permission));
}

function alarmTopic(name: string, id: string): Topic {
  return { name, permission: 'alarms:read', has: (event) => isAlarm(event) && event.subjectId === id };
}

function alarmsNamed(name: string, wanted: string): Topic {
  return { name, permission: 'alarms:read', has: (event) => isAlarm(event) && alarmName(event) === wanted };
}

function alarmName({ data }: FeedEvent): string | null {
  return (data.alarm as { name?: string | null } | undefined)?.name ?? null;
}
