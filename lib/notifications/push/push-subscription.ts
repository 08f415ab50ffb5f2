/** A browser that one person has subscribed to push messages. */
export type PushSubscription = {
  id: string;
  userId: string;
  /** The session that it ends with. */
  sessionId: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  createdAt: Date;
};

/** Per person. One more replaces the oldest: discarded browsers never unsubscribe. */
export const MAX_SUBSCRIPTIONS = 20;
