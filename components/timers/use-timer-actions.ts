'use client';

import { useMemo } from 'react';
import type { Elsewhere } from '#/components/timers/elsewhere-timer.tsx';
import { formatEntryError } from '#/components/timers/format-entry.ts';
import { elapsedMs } from '#/lib/client/elapsed.ts';
import { formatDuration } from '#/lib/client/format-time.ts';
import { Late } from '#/lib/client/late.ts';
import type { Live } from '#/lib/client/live.ts';
import { QueuedForLater } from '#/lib/client/offline-queue-gate.ts';
import { ApiProblem } from '#/lib/client/problem.ts';
import { timeStyleOf } from '#/lib/client/time-style.ts';
import { draftName, startBody, type Wish } from '#/lib/client/timer-draft.ts';
import { CURRENT_KEY } from '#/lib/client/timer-keys.ts';
import { changedMeanwhile } from '#/lib/client/timer-results.ts';
import { useLive } from '#/lib/client/use-live.tsx';
import type { CurrentTimerJson, StartTimerJson, TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

// Fetched when the first timer is stopped.
const TOAST_STOPPED = new Late(() => import('#/components/timers/toast-stopped.ts').then((part) => part.toastStopped));

export type TimerActions = ReturnType<typeof timerActions>;

/** What a person can do to timers, with the words about how it went. */
export function useTimerActions(): TimerActions {
  const live = useLive();
  return useMemo(() => timerActions(live), [live]);
}

function timerActions(live: Live) {
  const { presses, announcer, notices, clock } = live;

  function start(wish: Wish, onConflict: 'reject' | 'switch', onRejected?: () => void): void {
    const elsewhere = elsewhereOf(live);
    presses.start(wish, onConflict).then(
      (answer) => {
        tellStart(live, answer);
        if (elsewhere) toastElsewhere(live, elsewhere, `stopped in ${elsewhere.workspace.name},`, answer.timer);
      },
      (error: unknown) => {
        if (isRace(error)) {
          tellRace(live, error, () => start(wish, 'switch', onRejected), draftName(wish));
          return;
        }
        toastRejected(live, error);
        if (!(error instanceof QueuedForLater)) onRejected?.();
      },
    );
    announcer.say(`Started ${draftName(wish)}`);
  }

  /** Puts the timer on another ticket, or on none; one that another device chose meanwhile stays until this is pressed again. */
  function retarget(base: TimerJson, wish: Wish): void {
    const { on_conflict: _, title = '', tags = [], ticket_id = null, ...ticket } = startBody(wish, 'reject');
    const change = ticket.ticket_key ? ticket : { ticket_id };
    const named = wish.ticket && base.title && base.title !== base.ticket?.title ? base.title : title;
    const all = [...new Set([...base.tags, ...tags])];
    presses
      .edit(base, { title: named, tags: all, ...change }, { title: named, tags: all, ticket: wish.ticket })
      .catch((error: unknown) => {
        const theirs = changedMeanwhile(error);
        if (theirs) toastRetargeted(live, theirs, wish, () => retarget(theirs, wish));
        else toastRejected(live, error);
      });
  }

  return {
    /** Stops what runs, at the same instant, if this page knows of it. */
    start,

    pause(timer: TimerJson): void {
      presses.change(timer, 'pause').catch((error: unknown) => toastRejected(live, error));
      announcer.say(`Paused ${timerName(timer)} at ${formatDuration(elapsedMs(timer, clock.now()))}`);
    },

    resume(timer: TimerJson): void {
      const elsewhere = elsewhereOf(live);
      presses.change(timer, 'resume').then(
        ({ ended }) => {
          if (ended) toastMadeRoom(live, ended, `${timerName(timer)} resumed`);
          if (elsewhere) toastElsewhere(live, elsewhere, `paused in ${elsewhere.workspace.name},`, timer, 'resumed');
        },
        (error: unknown) => toastRejected(live, error),
      );
      announcer.say(`Resumed ${timerName(timer)}`);
    },

    stop(timer: TimerJson): void {
      presses.change(timer, 'stop').then(
        (answer) => {
          const length = formatDuration(elapsedMs(answer.timer, Date.parse(answer.server_time)));
          const notice = { icon: 'stop', lead: `Stopped at ${length}.`, text: timerName(answer.timer) } as const;
          TOAST_STOPPED.get().then(
            (tell) => tell(live, timer, answer, notice),
            () => notices.show(notice),
          );
        },
        (error: unknown) => toastRejected(live, error),
      );
    },

    /**
     * What is refused or gets no answer is said; `onRejected` has the words brought back, and says what another device
     * has made of the title if it was that. `base` is the timer as it was when they were begun.
     */
    rename(base: TimerJson, title: string, newTags: string[], onRejected: (theirs: TimerJson | null) => void): void {
      const tags = [...new Set([...base.tags, ...newTags])];
      const change = { ...(title !== base.title && { title }), ...(tags.length !== base.tags.length && { tags }) };
      if (Object.keys(change).length === 0) return;
      presses.edit(base, change, change).catch((error: unknown) => {
        const theirs = changedMeanwhile(error);
        if (!theirs) toastRejected(live, error);
        onRejected(theirs);
      });
    },

    removeTag(timer: TimerJson, tag: string): void {
      const tags = timer.tags.filter((other) => other !== tag);
      presses.edit(timer, { tags }, { tags }).catch((error: unknown) => toastRejected(live, error));
    },

    retarget,
  };
}

export function timerName(timer: Pick<TimerJson, 'ticket' | 'title'>): string {
  return timer.ticket?.key ?? (timer.title || 'Timer without a title');
}

function tellStart(live: Live, { timer, ended }: StartTimerJson): void {
  if (ended) toastMadeRoom(live, ended, `${timerName(timer)} started`);
}

/** What a press has ended, and what goes on instead. */
export function toastMadeRoom({ notices, clock }: Live, ended: TimerJson, then: string): void {
  const length = formatDuration(elapsedMs(ended, clock.now()));
  const how = ended.status === 'paused' ? 'paused' : 'stopped';
  notices.show({ icon: 'switch', lead: `${timerName(ended)} ${how} at ${length},`, text: then });
}

/** What this page knows to run in another workspace, before a press ends it there. */
function elsewhereOf({ client }: Live): Elsewhere | null {
  return client.getQueryData<CurrentTimerJson>(CURRENT_KEY)?.elsewhere ?? null;
}

function toastElsewhere(
  { notices }: Live,
  { timer }: Elsewhere,
  how: string,
  instead: TimerJson,
  began = 'started',
): void {
  notices.show({ icon: 'switch', lead: `${timerName(timer)} ${how}`, text: `${timerName(instead)} ${began}` });
}

function toastRetargeted({ notices }: Live, theirs: TimerJson, wish: Wish, putOver: () => void): void {
  notices.show({
    icon: 'warning',
    lead: 'Not saved:',
    text: `it was changed to ${timerName(theirs)} in another tab or on another device.`,
    action: { label: `Put it on ${draftName(wish)}`, run: putOver },
  });
}

function isRace(error: unknown): error is ApiProblem {
  return error instanceof ApiProblem && error.code === 'timer_already_running';
}

function tellRace({ notices }: Live, { current }: ApiProblem, switchOver: () => void, name: string): void {
  const isHere = current !== null;
  notices.show({
    icon: 'switch',
    lead: isHere ? 'Timer started in another tab or on another device.' : 'A timer is running in another workspace.',
    text: isHere ? 'You are seeing that timer now.' : 'Starting here stops it there.',
    action: { label: `Switch to ${name}`, run: switchOver },
  });
}

/** Why a press came to nothing. */
export function toastRejected({ notices, me, localCycle, refreshMe, late }: Live, error: unknown): void {
  if (error instanceof QueuedForLater) {
    // Has it been sent or asked about already, that is shown.
    if (!late.isWanted()) return;
    notices.show({ icon: 'check', lead: 'Kept.', text: 'Sent when you are back, with the time you pressed.' });
  } else if (error instanceof ApiProblem && error.code === 'timer_version_mismatch') {
    notices.show({
      icon: 'warning',
      lead: 'Not saved:',
      text: 'it was changed in another tab or on another device. You are seeing that now.',
    });
  } else if (error instanceof ApiProblem) {
    if (error.code === 'timers_disabled') refreshMe();
    const style = timeStyleOf(me.current().user, localCycle);
    notices.show({ icon: 'warning', lead: 'Couldn’t do that.', text: formatEntryError(error, style) });
  } else {
    notices.show({
      icon: 'warning',
      lead: 'No response from the server.',
      text: 'Try again; nothing will be counted twice.',
    });
  }
}
