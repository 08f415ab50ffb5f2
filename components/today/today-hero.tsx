'use client';

import { Suspense, useEffect, useRef, useState } from 'react';
import { Composer } from '#/components/composer/composer.tsx';
import type { ComposerDraft } from '#/components/composer/composer-draft.ts';
import type { Elsewhere } from '#/components/timers/elsewhere-timer.tsx';
import { IdleHero } from '#/components/timers/idle-hero.tsx';
import { TimerHero } from '#/components/timers/timer-hero.tsx';
import { TitleConflicts, TitleField } from '#/components/timers/title-field.tsx';
import type { TimerActions } from '#/components/timers/use-timer-actions.ts';
import { useTitleEdit } from '#/components/timers/use-title-edit.ts';
import { classNames } from '#/components/ui/class-names.ts';
import { awaited, useAwaited } from '#/components/ui/use-awaited.ts';
import { useLive, useStartBlockedReason } from '#/lib/client/live/use-live.tsx';
import type { TimerDraft } from '#/lib/client/timers/timer-draft.ts';
import { timerName } from '#/lib/client/timers/timer-name.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

// Most people work in one workspace.
const ELSEWHERE = awaited(() => import('#/components/timers/elsewhere-timer.tsx').then((part) => part.ElsewhereTimer));

type TodayHeroProps = {
  /** The running timer, or the last paused one. */
  timer: TimerJson | null;
  /** The timer in another workspace, if any. */
  elsewhere: Elsewhere | null;
  actions: TimerActions;
  /** The page opens with nothing tracked: the field is ready for typing. */
  takesFocus: boolean;
  composing: {
    /** Opened by a click, or with rejected text. */
    isOpen: boolean;
    /** The shown field contains text. */
    hasText: boolean;
    /** Changes when text is restored in the field. */
    key: number;
    draft: ComposerDraft;
    setOpen: (isOpen: boolean) => void;
  };
  onDiscard: (timer: TimerJson) => void;
  onStart: (timerDraft: TimerDraft, text: string) => void;
};

/**
 * The timer, or zero, with the fields in which someone may be typing. Another device may start, switch and stop timers
 * at any moment, so the fields are outside what changes with the timer: they, their text and the caret stay.
 */
export function TodayHero({ timer, elsewhere, actions, takesFocus, composing, onDiscard, onStart }: TodayHeroProps) {
  const { mutations } = useLive();
  const rejection = useStartBlockedReason();
  const edit = useTitleEdit(actions);
  const [retargeted, setRetargeted] = useState<TimerJson | null>(null);
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a touch screen the keyboard would cover the page.
    const isFine = window.matchMedia('(pointer: fine)').matches;
    if (takesFocus && isFine) box.current?.querySelector<HTMLElement>('[data-composer]')?.focus();
  }, [takesFocus]);
  const isRunning = timer?.status === 'running';
  const heldTitle = edit.heldFor(timer);
  const isComposing = !timer || composing.isOpen || composing.hasText;
  const isOther = retargeted && (!timer || mutations.keyOf(timer) !== mutations.keyOf(retargeted));
  // Other work within the same phase; with its own plan it begins again.
  const keepsPlan = isRunning && timer.phase !== null;
  const switchTo = (timerDraft: TimerDraft, text: string) =>
    onStart({ ...timerDraft, keepsPlan: keepsPlan && !timerDraft.plan && timerDraft.keepsPlan !== false }, text);
  return (
    <section
      ref={box}
      data-focus-home
      tabIndex={-1}
      aria-label={heroLabel(timer, elsewhere)}
      className={classNames('outline-none', timer ? 'pb-4 md:pb-6' : 'pb-6')}
    >
      {timer ? (
        <TimerHero
          // Half-done actions belong to the timer they were begun on.
          key={mutations.keyOf(timer)}
          timer={timer}
          actions={actions}
          edit={edit}
          onSwitch={() => composing.setOpen(true)}
          onRetarget={() => setRetargeted(timer)}
          onDiscard={() => onDiscard(timer)}
        />
      ) : (
        <NoTimerHere elsewhere={elsewhere} />
      )}
      {heldTitle && (
        <div className="mt-5 grid max-w-xl gap-1.5">
          <p className="text-xs text-text-2">Title of {heldTitle}</p>
          <TitleField label={`Title of ${heldTitle}`} edit={edit} />
          <TitleConflicts edit={edit} />
        </div>
      )}
      {isComposing && (
        <Composer
          key={composing.key}
          label={timer ? 'Switch to' : 'What are you working on?'}
          verb={timer ? 'Switch' : 'Start'}
          takesFocus={composing.isOpen}
          draft={composing.draft}
          keptType={keepsPlan ? timer.type : undefined}
          onDraft={timer ? switchTo : onStart}
          onCancel={timer ? () => composing.setOpen(false) : undefined}
        />
      )}
      {!timer && elsewhere && !rejection && (
        <p className="mt-2 text-xs text-text-3">Starting a timer here stops the one in {elsewhere.workspace.name}.</p>
      )}
      {!timer && rejection && <p className="mt-2 text-xs text-text-3">{rejection}</p>}
      {retargeted && (
        <Composer
          label={isOther ? `Ticket for ${timerName(retargeted)}` : 'Ticket for this timer'}
          verb="Change"
          takesFocus
          onDraft={(timerDraft) => {
            setRetargeted(null);
            actions.retarget(retargeted, timerDraft);
          }}
          onCancel={() => setRetargeted(null)}
        />
      )}
    </section>
  );
}

function NoTimerHere({ elsewhere }: { elsewhere: Elsewhere | null }) {
  const ElsewhereTimer = useAwaited(ELSEWHERE, elsewhere !== null);
  if (!elsewhere) return <IdleHero />;
  return (
    <Suspense fallback={<div className="h-40" />}>
      <ElsewhereTimer elsewhere={elsewhere} />
    </Suspense>
  );
}

function heroLabel(timer: TimerJson | null, elsewhere: Elsewhere | null): string {
  if (timer) return timer.status === 'running' ? 'Running timer' : 'Paused timer';
  return elsewhere ? 'Timer in another workspace' : 'No timer running';
}
