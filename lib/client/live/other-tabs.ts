const CHANNEL = 'timer-service:account';

/** Notifies the other tabs of this browser, which share its session, that the account or workspace has changed. */
export function notifyOtherTabs(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('changed');
  channel.close();
}

/** Returns a function that stops it. A tab does not get its own messages. */
export function subscribeToOtherTabs(listener: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = listener;
  return () => channel.close();
}
