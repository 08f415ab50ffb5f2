import { inTimersMutex } from '#/lib/client/http/in-keyed-mutex.ts';
import type { Live } from '#/lib/client/live/live.ts';
import { waitMs } from '#/lib/client/live/live-sync.ts';
import { type OfflineQueue, subscribeToOfflineQueue } from '#/lib/client/offline/offline-queue.ts';
import { sendQueue } from '#/lib/client/offline/send-queue.ts';
import { STORED_LEAD, type Toast } from '#/lib/client/page/toasts.ts';
import { TIMERS_KEY } from '#/lib/client/timers/timer-keys.ts';

const SENT: Toast = { icon: 'check', lead: 'Sent.', text: 'What you did offline is saved.' };

type Parts = Pick<Live, 'client' | 'http' | 'clock' | 'connection' | 'mutations' | 'toasts'>;

/**
 * Sends the queue whenever the server can be reached, until stopped; with growing delays if the server responds to
 * other requests but not to these. Counts as a change of timers in flight, so that responses and events meanwhile do
 * not replace the queued actions.
 */
export function sendWhenBack(parts: Parts, queue: OfflineQueue): () => void {
  const { client, http, clock, connection, mutations, toasts } = parts;
  const { confirm: onCreated, ownRequest } = mutations;
  const isBack = () => connection.current().kind === 'synced';
  let isSending = false;
  let isOver = false;
  let failures = 0;
  let wait: ReturnType<typeof setTimeout> | undefined;
  const endWait = () => {
    clearTimeout(wait);
    wait = undefined;
  };
  const tryLater = () => {
    failures += 1;
    wait = setTimeout(() => {
      endWait();
      send();
    }, waitMs(failures));
  };
  const send = () => {
    // Back from offline, it is retried at once.
    if (connection.current().kind === 'offline') endWait();
    if (isOver || isSending || wait || !isBack() || queue.read().waiting.length === 0) return;
    isSending = true;
    inTimersMutex(client, 0, async () => {
      // Its turn comes after an action that may have got no response meanwhile.
      if (isBack()) await sendQueue({ queue, http, clock, ownRequest, onCreated });
      failures = 0;
      const { waiting, failed } = queue.read();
      // A toast may still say that it is queued.
      if (waiting.length + failed.length === 0 && toasts.current()?.lead === STORED_LEAD) toasts.show(SENT);
    })
      .catch(tryLater)
      .finally(() => {
        isSending = false;
        void client.invalidateQueries({ queryKey: TIMERS_KEY });
        // For actions queued meanwhile.
        send();
      });
  };
  send();
  const ends = [connection.subscribe(send), subscribeToOfflineQueue(send)];
  return () => {
    isOver = true;
    endWait();
    for (const end of ends) end();
  };
}
