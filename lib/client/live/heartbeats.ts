import { NoResponse } from '#/lib/client/http/problem.ts';
import type { LastActivity } from '#/lib/client/live/last-activity.ts';
import type { Live } from '#/lib/client/live/live.ts';
import { inOneTab } from '#/lib/client/live/one-tab.ts';
import type { HeartbeatResponseJson } from '#/lib/tracking/presence/presence-schemas.ts';

type Parts = Pick<Live, 'http' | 'clock' | 'connection'> & { touch: Pick<LastActivity, 'lastAt'>; onAsked: () => void };

const EVERY_MS = 60_000;
/** A tab that gets another one's heartbeat waits longer, so that the same tab continues. */
const OTHERS_EVERY_MS = 70_000;
/** Tabs that wake up together are one returning person. */
const TOGETHER_MS = 10_000;
const NAME = 'timer-service:heartbeat';

/**
 * Sends a heartbeat once a minute: that a page of the person is open, and when they last used one. One tab of the
 * browser sends for all; if it falls silent, the next one takes over. Also sends at once when the page wakes from sleep
 * or the connection is back. A lost heartbeat is not repeated: the gap is what counts. Returns a function that stops
 * it.
 */
export function sendHeartbeats({ http, clock, connection, touch, onAsked }: Parts): () => void {
  const channel = new BroadcastChannel(NAME);
  const controller = new AbortController();
  const { signal } = controller;
  let timeout: ReturnType<typeof setTimeout> | undefined;
  let lastBeatAt = 0;
  let isInProgress = false;
  let isWanted = false;
  let isOverdue = false;

  function later(ms: number): void {
    clearTimeout(timeout);
    timeout = setTimeout(() => void beat(), ms);
  }

  async function beat(): Promise<void> {
    later(EVERY_MS);
    isWanted = true;
    if (isInProgress) return;
    isInProgress = true;
    try {
      // One sent before the machine slept does not report the return.
      while (isWanted) {
        isWanted = false;
        await inOneTab(NAME, beatForAllTabs);
      }
    } catch {
      // The browser did not grant the lock: a page that is not shown yet, or no longer. The next minute retries.
      isOverdue = true;
    } finally {
      isInProgress = false;
    }
  }

  async function beatForAllTabs(): Promise<void> {
    if (signal.aborted || clock.now() - lastBeatAt < TOGETHER_MS) return;
    if (connection.current().kind === 'offline') isOverdue = true;
    else await send();
  }

  async function send(): Promise<void> {
    channel.postMessage('beat');
    const body = { idle_ms: Math.max(0, Math.round(clock.now() - touch.lastAt())) };
    try {
      const { heartbeat } = await http.send<HeartbeatResponseJson>('/timers/current/heartbeat', {
        method: 'POST',
        body,
      });
      isOverdue = false;
      if (heartbeat.asked) onAsked();
    } catch (error) {
      // The server would reject it again.
      isOverdue = error instanceof NoResponse;
    }
  }

  function onReturn(): void {
    if (isOverdue) lastBeatAt = 0;
    void beat();
  }

  channel.onmessage = ({ data }) => {
    if (data !== 'beat') return;
    lastBeatAt = clock.now();
    later(OTHERS_EVERY_MS);
  };
  window.addEventListener('online', onReturn, { signal });
  window.addEventListener('pageshow', onReturn, { signal });
  document.addEventListener('resume', onReturn, { signal });
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && onReturn(), { signal });
  signal.addEventListener('abort', clock.onDrift(onReturn));
  signal.addEventListener(
    'abort',
    connection.subscribe(() => isOverdue && connection.current().kind === 'synced' && onReturn()),
  );
  void beat();
  return () => {
    controller.abort();
    clearTimeout(timeout);
    channel.close();
  };
}
