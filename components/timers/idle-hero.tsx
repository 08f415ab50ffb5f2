'use client';

import { useEffect, useRef } from 'react';
import { clockLook } from '#/components/timers/clock-digits.tsx';
import { Composer } from '#/components/timers/composer.tsx';
import { HeroState } from '#/components/timers/hero-state.tsx';
import { SyncMark } from '#/components/timers/sync-mark.tsx';
import { classNames } from '#/components/ui/class-names.ts';
import { useStartRefusal } from '#/lib/client/use-live.tsx';
import type { Wish } from '#/lib/client/wish.ts';

type IdleHeroProps = {
  /** The page opens with nothing running: the field is ready to be typed into. */
  takesFocus: boolean;
  draft: string;
  onStart: (wish: Wish, text: string) => void;
};

/** Nothing runs: zero, and the line to begin with. */
export function IdleHero({ takesFocus, draft, onStart }: IdleHeroProps) {
  const box = useRef<HTMLElement>(null);
  const refusal = useStartRefusal();
  useEffect(() => {
    // Under a thumb the keyboard would cover the page that somebody came to look at.
    const isFine = window.matchMedia('(pointer: fine)').matches;
    if (takesFocus && isFine) box.current?.querySelector<HTMLElement>('[data-composer]')?.focus();
  }, [takesFocus]);
  return (
    <section ref={box} data-focus-home tabIndex={-1} aria-label="No timer running" className="pb-6 outline-none">
      <HeroState timer={null} />
      <div className="mt-2 flex flex-wrap items-center gap-x-4">
        <p aria-hidden="true" className={classNames(clockLook, 'text-text-3')}>
          0:00:00
        </p>
        <SyncMark />
      </div>
      {/* With words that were refused it begins anew. */}
      <Composer key={draft} label="What are you working on?" verb="Start" draft={draft} onWish={onStart} />
      {refusal && <p className="mt-2 text-xs text-text-3">{refusal}</p>}
    </section>
  );
}
