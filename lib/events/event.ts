/** Every type of the feed, `<noun>.<what happened>`. */
export const EVENT_TYPES = [
  'timer.started',
  'timer.paused',
  'timer.resumed',
  'timer.stopped',
  'timer.completed',
  'timer.discarded',
  'timer.edited',
  'timer.corrected',
  'timer.stale',
  'ticket.created',
  'project.created',
  'alarm.fired',
  'alarm.delivered',
  'alarm.dead',
  'alarm.aborted',
  'alarm.moved',
  'alarm.redriven',
  'webhook_secret.rotated',
  'endpoint.created',
  'endpoint.edited',
  'endpoint.disabled',
  'endpoint.enabled',
  'endpoint.deleted',
  'endpoint.secret_rotated',
  'endpoint.replayed',
  'api_key.created',
  'api_key.revoked',
  'account.created',
  'account.edited',
  'session.created',
  'session.revoked',
  'workspace.created',
  'workspace.edited',
  'workspace.transferred',
  'invitation.created',
  'invitation.revoked',
  'member.joined',
  'member.edited',
  'member.disabled',
  'member.enabled',
  'member.left',
  'member.removed',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** What each type of event tells, in a sentence for people who subscribe. */
export const EVENT_WORDS: Record<EventType, string> = {
  'timer.started': 'Somebody started a timer.',
  'timer.paused': 'A timer was paused.',
  'timer.resumed': 'A paused timer goes on.',
  'timer.stopped': 'Somebody stopped a timer.',
  'timer.completed': 'A timer came to its own end: a countdown, a plan, or its cap.',
  'timer.discarded': 'A timer was thrown away; its time does not count.',
  'timer.edited': 'Title, ticket or tags of a timer were changed.',
  'timer.corrected': 'Recorded time was corrected after the fact.',
  'timer.stale': 'A timer has run for so long that its owner is asked whether they still work.',
  'ticket.created': 'A ticket was made.',
  'project.created': 'A project was made.',
  'alarm.fired': 'An alarm that publishes an event has come due.',
  'alarm.delivered': 'The webhook of an alarm was answered with 2xx.',
  'alarm.dead': 'An alarm could not be delivered and has become a dead letter.',
  'alarm.aborted': 'An alarm was aborted before it fired.',
  'alarm.moved': 'An alarm was given another due time.',
  'alarm.redriven': 'An alarm, or a number of dead letters, was made to fire again.',
  'webhook_secret.rotated': "The secret that the workspace's alarms are signed with was replaced.",
  'endpoint.created': 'An endpoint was subscribed.',
  'endpoint.edited': 'Address, events, description or format of an endpoint were changed.',
  'endpoint.disabled': 'An endpoint was disabled, by somebody or since nothing could be delivered for too long.',
  'endpoint.enabled': 'An endpoint was enabled again.',
  'endpoint.deleted': 'An endpoint was deleted.',
  'endpoint.secret_rotated': 'The secret of an endpoint was replaced.',
  'endpoint.replayed': 'Somebody had deliveries to an endpoint sent once more.',
  'api_key.created': 'Somebody made an API key.',
  'api_key.revoked': 'An API key was revoked.',
  'account.created': 'Somebody made an account in the workspace.',
  'account.edited': 'Somebody changed the settings of their account.',
  'session.created': 'Somebody signed in.',
  'session.revoked': 'Somebody signed out, or was signed out.',
  'workspace.created': 'The workspace was made.',
  'workspace.edited': 'Settings of the workspace were changed.',
  'workspace.transferred': 'The workspace has another owner.',
  'invitation.created': 'Somebody was invited.',
  'invitation.revoked': 'An invitation was taken back.',
  'member.joined': 'Somebody joined the workspace.',
  'member.edited': "A member's role was changed.",
  'member.disabled': 'A member was disabled.',
  'member.enabled': 'A disabled member was enabled again.',
  'member.left': 'A member left the workspace.',
  'member.removed': 'A member was removed from the workspace.',
};

export type NewEvent = {
  type: EventType;
  /** Id of the thing it is about. */
  subjectId: string;
  /** Whose data it touched; null when it concerns the workspace. */
  userId: string | null;
  data: EventData;
};

/**
 * JSON: what the thing was and what it became, `null` before it was made and after it is gone; of a big thing, what has
 * changed. Beside them what readers of one type want, such as the whole `timer`. Never a secret.
 */
export type EventData = { before: Facts | null; after: Facts | null; [more: string]: unknown };
/** Of an event after which everything is as it was: something was sent once more. */
export const NO_CHANGE = { before: null, after: null } as const;

export type Facts = Readonly<Record<string, unknown>>;

/** One row of the feed, as readers get it. */
export type FeedEvent = NewEvent & {
  id: bigint;
  workspaceId: string;
  actor: { kind: string; id: string; user_id?: string };
  requestId: string | null;
  createdAt: Date;
};
