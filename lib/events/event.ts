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
