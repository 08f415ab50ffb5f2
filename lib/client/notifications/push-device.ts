import type { Http } from '#/lib/client/http/http.ts';
import type { PushSubscriptionJson } from '#/lib/notifications/push/push-schemas.ts';

/** Whether this browser gets push messages, and if not, why. `id` is the server's name for it. */
export type PushState = { kind: 'unsupported' | 'denied' | 'off' } | { kind: 'on'; id: string };

type PushKeyResponse = { push_key: { public_key: string }; server_time: string };
type SubscriptionResponse = { subscription: PushSubscriptionJson; server_time: string };

/** Does not ask for permission. An existing subscription is registered with the server again, which is idempotent. */
export async function findPushState(http: Http): Promise<PushState> {
  const manager = await pushManager();
  if (!manager) return { kind: 'unsupported' };
  if (Notification.permission === 'denied') return { kind: 'denied' };
  const subscription = await manager.getSubscription();
  return subscription ? register(http, subscription) : { kind: 'off' };
}

/** Asks for permission, subscribes, and registers with the server. Rejects with a message for the user. */
export async function switchPushOn(http: Http): Promise<PushState> {
  const manager = await pushManager();
  if (!manager) return { kind: 'unsupported' };
  if ((await Notification.requestPermission()) !== 'granted') {
    return { kind: Notification.permission === 'denied' ? 'denied' : 'off' };
  }
  const { push_key } = await http.send<PushKeyResponse>('/me/push-key');
  return register(http, await subscribe(manager, push_key.public_key));
}

/** Unsubscribes at the browser's push service and at the server. */
export async function switchPushOff(http: Http, id: string): Promise<PushState> {
  await endPush();
  await http.send(`/me/push-subscriptions/${id}`, { method: 'DELETE' });
  return { kind: 'off' };
}

/** Closes notifications on the screen and ends the subscription, as far as this browser can. */
export async function endPush(): Promise<void> {
  const registration = await registered();
  for (const shown of (await registration?.getNotifications?.()) ?? []) shown.close();
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}

async function subscribe(manager: PushManager, publicKey: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  try {
    return await manager.subscribe(options);
  } catch (error) {
    // A subscription for another key: of an earlier server, or of a replaced key.
    const old =
      error instanceof DOMException && error.name === 'InvalidStateError' && (await manager.getSubscription());
    if (old && (await old.unsubscribe())) return manager.subscribe(options);
    throw new Error('This browser’s push service isn’t responding. Try again later.', { cause: error });
  }
}

async function register(http: Http, subscription: PushSubscription): Promise<PushState> {
  const { endpoint, keys } = subscription.toJSON();
  const body = { endpoint, p256dh: keys?.p256dh, auth: keys?.auth };
  const response = await http.send<SubscriptionResponse>('/me/push-subscriptions', {
    method: 'POST',
    body,
    idempotencyKey: crypto.randomUUID(),
  });
  return { kind: 'on', id: response.subscription.id };
}

async function pushManager(): Promise<PushManager | null> {
  if (typeof Notification === 'undefined') return null;
  return (await registered())?.pushManager ?? null;
}

/** Development and private windows have no worker. */
async function registered(): Promise<ServiceWorkerRegistration | undefined> {
  return 'serviceWorker' in navigator ? navigator.serviceWorker.getRegistration('/') : undefined;
}
