'use client';

import { useMemo } from 'react';
import type { Elsewhere } from '#/components/timers/elsewhere-timer.tsx';
import { ApiProblem } from '#/lib/client/http/problem.ts';
import type { Live } from '#/lib/client/live/live.ts';
import { useLive } from '#/lib/client/live/use-live.tsx';
import { LazyModule } from '#/lib/client/offline/lazy-module.ts';
import { QueuedForLater } from '#/lib/client/offline/lazy-offline-queue.ts';
import { STORED_LEAD } from '#/lib/client/page/toasts.ts';
import { formatDuration } from '#/lib/client/time/format-time.ts';
import { elapsedMs } from '#/lib/client/timers/elapsed.ts';
import { draftName, type TimerDraft } from '#/lib/client/timers/timer-draft.ts';
import { CURRENT_KEY } from '#/lib/client/timers/timer-keys.ts';
import { timerName } from '#/lib/client/timers/timer-name.ts';
import { conflictingTimer } from '#/lib/client/timers/timer-results.ts';
import type { CurrentTimerJson, TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

// Loaded when the first timer is stopped.
const TOAST_STOPPED = new LazyModule(() =>
  import('#/components/timers/toast-stopped.ts').then((part) => part.toastStopped),
);

/** Messages for failed actions. Loaded for the first of them. */
const TOASTS = new LazyModule(() => import('#/components/timers/timer-toasts.ts'));

export type TimerActions = ReturnType<typeof timerActions>;

/** Actions on timers, with announcements and toasts of their results. */
export function useTimerActions(): TimerActions {
  const live = useLive();
  return useMemo(() => timerActions(live), [live]);
}

function timerActions(live: Live) {
  const { mutations, announcer, toasts, clock } = live;

  function start(draft: TimerDraft, onConflict: 'reject' | 'switch', onRejected?: () => void): void {
    const elsewhere = elsewhereOf(live);
    toasts.started();
    mutations.start(draft, onConflict).then(
      (response) => {
        announcer.announce(`Started ${draftName(draft)}`);
        if (response.ended) toastEndedTimer(live, response.ended, `${timerName(response.timer)} started`);
        if (elsewhere) withToasts((toasts) => toasts.toastElsewhere(live, elsewhere, 'stopped', response.timer));
      },
      (error: unknown) => {
        if (isRace(error)) {
          TOASTS.get().then(
            ({ toastConflict: toastRace }) =>
              toastRace(live, error, () => start(draft, 'switch', onRejected), draftName(draft)),
            () => toastRejected(live, error),
          );
          return;
        }
        toastRejected(live, error);
        if (!(error instanceof QueuedForLater)) onRejected?.();
      },
    );
  }

  return {
    /** Stops the running timer, at the same instant, if this page knows it. */
    start,

    pause(timer: TimerJson): void {
      const label = `Paused ${timerName(timer)} at ${formatDuration(elapsedMs(timer, clock.now()))}`;
      mutations.change(timer, 'pause').then(
        () => announcer.announce(label),
        (error: unknown) => toastRejected(live, error),
      );
    },

    resume(timer: TimerJson): void {
      const elsewhere = elsewhereOf(live);
      toasts.started();
      mutations.change(timer, 'resume').then(
        ({ ended }) => {
          announcer.announce(`Resumed ${timerName(timer)}`);
          if (ended) toastEndedTimer(live, ended, `${timerName(timer)} resumed`);
          if (elsewhere) withToasts((toasts) => toasts.toastElsewhere(live, elsewhere, 'paused', timer, 'resumed'));
        },
        (error: unknown) => toastRejected(live, error),
      );
    },

    stop(timer: TimerJson): void {
      mutations.change(timer, 'stop').then(
        (response) => {
          const length = formatDuration(elapsedMs(response.timer, Date.parse(response.server_time)));
          const toast = { icon: 'stop', lead: `Stopped at ${length}.`, text: timerName(response.timer) } as const;
          TOAST_STOPPED.get().then(
            (showToast) => showToast(live, timer, response, toast),
            () => toasts.show(toast),
          );
        },
        (error: unknown) => toastRejected(live, error),
      );
    },

    /**
     * A rejection or missing response is shown; `onRejected` restores the text unless other text is typed by now, with
     * another device's title if that was the reason. `base` is the timer as it was when typing began.
     */
    rename(base: TimerJson, title: string, newTags: string[], onRejected: (theirs: TimerJson | null) => boolean): void {
      const tags = [...new Set([...base.tags, ...newTags])];
      const change = { ...(title !== base.title && { title }), ...(tags.length !== base.tags.length && { tags }) };
      if (Object.keys(change).length === 0) return;
      mutations.edit(base, change, change).catch((error: unknown) => {
        const theirs = conflictingTimer(error);
        if (!onRejected(theirs) || !theirs) toastRejected(live, error);
      });
    },

    removeTag(timer: TimerJson, tag: string): void {
      const tags = timer.tags.filter((other) => other !== tag);
      mutations.edit(timer, { tags }, { tags }).catch((error: unknown) => toastRejected(live, error));
    },

    /** Moves the timer to another ticket, or to none. */
    retarget(base: TimerJson, draft: TimerDraft): void {
      TOASTS.get().then(
        ({ retarget }) => retarget(live, base, draft, (error) => toastRejected(live, error)),
        () => toastNoResponse(live),
      );
    },
  };
}

/** Shows which timer an action ended, and which one runs instead. */
export function toastEndedTimer(live: Live, ended: TimerJson, then: string): void {
  withToasts((toasts) => toasts.toastEnded(live, ended, then));
}

/** Without the toasts the page itself shows the new state. */
function withToasts(build: (toasts: Awaited<ReturnType<typeof TOASTS.get>>) => void): void {
  void TOASTS.get().then(build, () => {});
}

/** The timer in another workspace known to this page, before an action ends it there. */
function elsewhereOf({ client }: Live): Elsewhere | null {
  return client.getQueryData<CurrentTimerJson>(CURRENT_KEY)?.elsewhere ?? null;
}

function isRace(error: unknown): error is ApiProblem {
  return error instanceof ApiProblem && error.code === 'timer_already_running';
}

/** Shows why an action was rejected. */
export function toastRejected(live: Live, error: unknown): void {
  const { toasts, queue } = live;
  if (error instanceof QueuedForLater) {
    // If it has been sent or become a question already, that is shown.
    if (!queue.isNeeded()) return;
    toasts.show({ icon: 'check', lead: STORED_LEAD, text: 'Sent when you’re back online.' });
  } else if (error instanceof ApiProblem) {
    void TOASTS.get().then(
      ({ toastProblem }) => toastProblem(live, error),
      () => toastNoResponse(live),
    );
  } else toastNoResponse(live);
}

function toastNoResponse({ toasts }: Live): void {
  toasts.show({
    icon: 'warning',
    lead: 'No response from the server.',
    text: 'Try again; nothing will be counted twice.',
  });
}
