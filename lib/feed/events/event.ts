import type { EventType } from '#/lib/feed/events/event-types.ts';

export type NewEvent = {
  type: EventType;
  /** Id of the thing it is about. */
  subjectId: string;
  /** Whose data it touched; null when it concerns the workspace. */
  userId: string | null;
  data: EventData;
};

/**
 * JSON: the thing before and after, `null` before it was created and after it was deleted; for a big thing, what has
 * changed. Also what readers of one type need, such as the whole `timer`. Never a secret.
 */
export type EventData = { before: Facts | null; after: Facts | null; [more: string]: unknown };
/** For events that change nothing, such as a resend. */
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

/**
 * Why something was done: the text that the person gave, else the service's reason code (`timers_disabled`); empty if
 * there is none. Takes the data of an event, or its JSON.
 */
export function eventReason({
  after,
  correction,
  reason,
}: {
  after?: unknown;
  correction?: unknown;
  reason?: unknown;
}): string {
  const reasons = after as { reason?: unknown; comment?: unknown } | null | undefined;
  const texts = [(correction as { comment?: unknown } | undefined)?.comment, reasons?.reason, reasons?.comment, reason];
  return texts.find((one): one is string => typeof one === 'string' && one !== '') ?? '';
}
