import { randomId } from '#/lib/client/http/random-id.ts';
import type { LastKnown } from '#/lib/client/offline/last-known.ts';
import {
  type OfflineActionKind,
  OfflineQueue,
  type QueuedAction,
  type Seen,
} from '#/lib/client/offline/offline-queue.ts';
import { QUEUE_PREFIX } from '#/lib/client/offline/queue-storage.ts';
import { optimisticStart } from '#/lib/client/timers/optimistic-timer.ts';

/** The timer that can be controlled while the server does not respond. */
export type OfflineTimer = { target: Seen; name: string; status: 'running' | 'paused' };

/** A start has none of these. */
const NOTHING = { ticket: null, newTicketKey: null, tags: [] };

/** The last known timer with the queued actions applied; null if no timer is open. */
export function withQueuedActions({ timer, sender }: LastKnown, waiting: readonly QueuedAction[]): OfflineTimer | null {
  const first = timer && sender?.target && { target: sender.target, name: nameOf(timer), status: timer.status };
  return waiting.reduce<OfflineTimer | null>((now, { kind, target, name }) => {
    if (kind === 'start') return { target, name, status: 'running' };
    if (now?.target.id !== target.id) return kind === 'resume' ? { target, name, status: 'running' } : now;
    if (kind === 'stop') return null;
    return { target: now.target, name: now.name, status: kind === 'pause' ? 'paused' : 'running' };
  }, first || null);
}

/**
 * Queues an action made on the offline page, with its moment by the clock of this device and by the last estimate of
 * the server's, and returns it. A start has no ticket. Rejects with the browser's error if it stores nothing.
 */
export async function queueTimerAction(
  sender: NonNullable<LastKnown['sender']>,
  action: { kind: OfflineActionKind; timer: OfflineTimer | null; title?: string },
): Promise<QueuedAction> {
  const { kind, timer, title = '' } = action;
  const isStart = kind === 'start';
  const wallAt = Date.now();
  const serverAt = wallAt + sender.aheadMs;
  const [userId = ''] = sender.queueName.slice(QUEUE_PREFIX.length).split(':');
  const shown = optimisticStart({ ...NOTHING, title }, { id: randomId(), userId, serverNow: serverAt });
  const queuedAction: QueuedAction = {
    key: randomId(),
    kind,
    target: isStart || !timer ? { id: shown.id, version: 0 } : timer.target,
    running: timer?.status === 'running' ? timer.target : null,
    body: isStart ? { title, on_conflict: 'switch' } : kind === 'resume' ? { on_conflict: 'pause' } : {},
    ...(isStart && { shown }),
    name: isStart ? title || 'your timer' : (timer?.name ?? 'your timer'),
    wallAt,
    serverAt,
  };
  await new OfflineQueue({ name: sender.queueName }).change((queue) => ({
    ...queue,
    waiting: [...queue.waiting, queuedAction],
  }));
  return queuedAction;
}

function nameOf({ ticketKey, title }: NonNullable<LastKnown['timer']>): string {
  return ticketKey ?? (title || 'your timer');
}
