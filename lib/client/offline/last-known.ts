import { isLastKnownCleared, LAST_KNOWN } from '#/lib/client/offline/clear-last-known.ts';
import type { Seen } from '#/lib/client/offline/offline-queue.ts';
import type { ThemeChoice } from '#/lib/client/page/theme.ts';
import type { TimeStyle } from '#/lib/client/time/time-style.ts';
import { elapsedMs } from '#/lib/client/timers/elapsed.ts';
import { confirmedVersion } from '#/lib/client/timers/optimistic-timer.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** The person's time style and theme. */
type DisplaySettings = { style: TimeStyle; theme: ThemeChoice };

/** The last known timer of the person on this device, for the page shown while the server does not respond. */
export type LastKnown = DisplaySettings & {
  /** Null if no timer ran. */
  timer: { ticketKey: string | null; title: string; status: 'running' | 'paused'; elapsedMs: number } | null;
  /** Used to queue actions without the page that made them; missing in data of an earlier version. */
  sender?: {
    /** The key of the queue: the person's, in this workspace. */
    queueName: string;
    /** How far the server's clock was ahead of this device's. */
    aheadMs: number;
    /** The timer as known to the server. */
    target: Seen | null;
  };
  /** When the server sent it: epoch milliseconds on its clock. */
  at: number;
};

/** `sender` is the person, and how far the server's clock is ahead of this device's. */
export function saveLastKnown(
  timer: TimerJson | null,
  at: number,
  { sender, ...display }: DisplaySettings & { sender: { queueName: string; aheadMs: number } },
): void {
  if (isLastKnownCleared()) return;
  const target = timer && { id: timer.id, version: confirmedVersion(timer) };
  const known: LastKnown = { timer: timer && shortOf(timer, at), sender: { ...sender, target }, at, ...display };
  try {
    localStorage.setItem(LAST_KNOWN, JSON.stringify(known));
  } catch {
    // Private windows may block storage: then nothing is known later.
  }
}

function shortOf(timer: TimerJson, at: number): LastKnown['timer'] {
  const { ticket, title, status } = timer;
  const isRunning = status === 'running';
  return {
    ticketKey: ticket?.key ?? null,
    title: title || (ticket?.title ?? ''),
    status: isRunning ? 'running' : 'paused',
    elapsedMs: elapsedMs(timer, at),
  };
}
