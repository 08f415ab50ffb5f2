/** A browser that takes push messages of one person. */
export type PushSubscription = {
  id: string;
  userId: string;
  /** The sign-in that it ends with. */
  sessionId: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  createdAt: Date;
};

/** Of one person. The oldest makes room for one more: discarded browsers never unsubscribe. */
export const MOST_SUBSCRIPTIONS = 20;
