import { isLastKnownCleared, LAST_KNOWN } from '#/lib/client/offline/clear-last-known.ts';
import type { Seen } from '#/lib/client/offline/offline-queue.ts';
import type { ThemeChoice } from '#/lib/client/page/theme.ts';
import type { TimeStyle } from '#/lib/client/time/time-style.ts';
import { elapsedMs } from '#/lib/client/timers/elapsed.ts';
import { confirmedVersion } from '#/lib/client/timers/optimistic-timer.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** How the person reads and looks at it. */
type Manner = { style: TimeStyle; theme: ThemeChoice };

/** The last known timer of the person on this device, for the page shown while the server does not respond. */
export type LastKnown = Manner & {
  /** Null when nothing ran. */
  timer: { ticketKey: string | null; title: string; status: 'running' | 'paused'; elapsedMs: number } | null;
  /** With which presses are kept without the page that made them; an earlier version of it left none. */
  sender?: {
    /** Under which name presses are kept: the person's, in this workspace. */
    keptAs: string;
    /** How far the server's clock was ahead of this device's. */
    aheadMs: number;
    /** The timer as the server knows it. */
    target: Seen | null;
  };
  /** When the server said so: epoch milliseconds on its clock. */
  at: number;
};

/** `sender` is by whom, and how far its clock is ahead of this device's. */
export function saveLastKnown(
  timer: TimerJson | null,
  at: number,
  { sender, ...manner }: Manner & { sender: { keptAs: string; aheadMs: number } },
): void {
  if (isLastKnownCleared()) return;
  const target = timer && { id: timer.id, version: confirmedVersion(timer) };
  const known: LastKnown = { timer: timer && shortOf(timer, at), sender: { ...sender, target }, at, ...manner };
  try {
    localStorage.setItem(LAST_KNOWN, JSON.stringify(known));
  } catch {
    // Private windows may refuse storage: then nothing is known later.
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
