/** Types of the feed, `<noun>.<what happened>`. */
export type EventType =
  | `timer.${'started' | 'paused' | 'resumed' | 'stopped' | 'completed' | 'discarded' | 'edited'}`
  | `ticket.${'created'}`
  | `project.${'created'}`
  | `alarm.${'fired' | 'dead' | 'aborted' | 'moved' | 'redriven'}`
  | `webhook_secret.${'rotated'}`
  | `api_key.${'created' | 'revoked'}`
  | `account.${'created' | 'edited'}`
  | `session.${'created' | 'revoked'}`;

export type NewEvent = {
  type: EventType;
  /** Id of the thing it is about. */
  subjectId: string;
  /** Whose data it touched; null when it concerns the workspace. */
  userId: string | null;
  /** JSON: what it is now, and what it was before where that matters. */
  data: Record<string, unknown>;
};

/** One row of the feed, as readers get it. */
export type FeedEvent = NewEvent & {
  id: bigint;
  workspaceId: string;
  actor: { kind: string; id: string; user_id?: string };
  requestId: string | null;
  createdAt: Date;
};
