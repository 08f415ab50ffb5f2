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

/** Of one person. The oldest makes room for one more: browsers that were thrown away never say goodbye. */
export const MOST_SUBSCRIPTIONS = 20;
