const CHANNEL = 'timer-service:account';

/** Tells the other tabs of this browser, which share its session, that account or workspace have changed. */
export function tellOtherTabs(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('changed');
  channel.close();
}

/** Returns what ends it. A tab does not hear itself. */
export function hearOtherTabs(listener: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = listener;
  return () => channel.close();
}
