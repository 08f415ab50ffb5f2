const CHANNEL = 'timer-service:account';

/** Notifies the other tabs of this browser, which share its session, that the account or workspace has changed. */
export function notifyOtherTabs(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('changed');
  channel.close();
}

/** Returns what ends it. A tab does not hear itself. */
export function subscribeToOtherTabs(listener: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = listener;
  return () => channel.close();
}
