import { formatEvent, logUnsent } from '#/lib/api/stream/event-stream-transport.ts';
import type { StreamSession } from '#/lib/api/stream/session.ts';
import type { Actor } from '#/lib/context/context.ts';
import type { FeedEvent } from '#/lib/feed/events/event.ts';
import type { AlarmsListener } from '#/lib/feed/hub/feed-hub.ts';
import { alarmUpdates } from '#/lib/feed/subscription/alarm-updates.ts';
import { onceASecond } from '#/lib/feed/subscription/once-a-second.ts';
import { ALARMS, canReadEvent, changesMembers, MEMBERS, TIMERS, type Topic } from '#/lib/feed/topics/topic.ts';

/** `isOfPage`: a session that names no topics, as used by the product's pages. */
export type StreamRequest = { topics: Topic[]; since: string | undefined; isOfPage: boolean };

export type ChangeMessages = {
  alarms: AlarmsListener | undefined;
  onAnything: (event: FeedEvent) => void;
  /** Call this once the stream's start is sent: nothing is sent before that. */
  onGreeted: () => void;
  stop: () => void;
};

/**
 * The messages of a stream that only say that something has changed: `alarms`, `members` and `events` once a second at
 * most, and `elsewhere`.
 */
export function changeMessages(
  session: StreamSession,
  { topics, isOfPage }: StreamRequest,
  actor: Actor,
): ChangeMessages {
  const has = (name: string) => topics.some((topic) => topic.name === name);
  const includesMembers = has(MEMBERS);
  const includesElsewhere = actor.credential.kind === 'session' && has(TIMERS);
  const greeted = Promise.withResolvers<void>();
  const onceGreeted = (send: () => Promise<void>) => void greeted.promise.then(send).catch(logUnsent);
  const sendChanged = (type: string) => onceGreeted(() => session.sendTimed({ type }));
  const alarms = alarmUpdates(actor.workspaceId, () => sendChanged('alarms'));
  const members = onceASecond(() => sendChanged('members'));
  // Uses the event's own time: one query per second for every open page would be too many.
  let newest = new Date(0);
  const sendLogged = () => session.send(formatEvent({ event: 'events', data: { server_time: newest.toISOString() } }));
  const log = onceASecond(() => onceGreeted(sendLogged));
  return {
    alarms: has(ALARMS) ? alarms.listener : undefined,
    onAnything: (event) => {
      const isHere = event.workspaceId === actor.workspaceId;
      if (includesMembers && isHere && changesMembers(event, actor)) members.onChange();
      if (isOfPage && isHere && canReadEvent(event, actor)) {
        newest = event.createdAt;
        log.onChange();
      }
      if (includesElsewhere && isElsewhere(event, actor)) sendChanged('elsewhere');
    },
    onGreeted: greeted.resolve,
    stop: () => {
      alarms.stop();
      members.stop();
      log.stop();
    },
  };
}

/** A person runs one timer at a time across all workspaces: `GET /timers/current` has its details. */
function isElsewhere({ type, userId, workspaceId }: FeedEvent, actor: Actor): boolean {
  return type.startsWith('timer.') && userId === actor.userId && workspaceId !== actor.workspaceId;
}
