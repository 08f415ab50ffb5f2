'use client';

import { formatQueuedAction } from '#/components/offline/format-queued-action.ts';
import type { QueuedAction } from '#/lib/client/offline/offline-queue.ts';
import type { TimeStyle } from '#/lib/client/time/time-style.ts';

/** Actions that are still to be sent, on the page shown while the server does not respond. */
export function WaitingList({ waiting, style }: { waiting: readonly QueuedAction[]; style: TimeStyle }) {
  if (waiting.length === 0) return null;
  return (
    <section aria-labelledby="waiting" className="mt-6 max-w-prose border-t border-line pt-4">
      <h2 id="waiting" className="font-semibold">
        Sent when you’re back online
      </h2>
      <ul className="mt-2 grid gap-1 text-text-2">
        {waiting.map((action) => (
          <li key={action.key}>{formatQueuedAction(action, style)}</li>
        ))}
      </ul>
    </section>
  );
}
