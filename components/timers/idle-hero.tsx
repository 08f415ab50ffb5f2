'use client';

import { clockClass } from '#/components/timers/clock-digits.tsx';
import { HeroState } from '#/components/timers/hero-state.tsx';
import { SyncMark } from '#/components/timers/sync-mark.tsx';
import { classNames } from '#/components/ui/class-names.ts';

/** No timer is running: zero, above the field to start one. */
export function IdleHero() {
  return (
    <>
      <HeroState timer={null} />
      <div className="mt-2 flex flex-wrap items-center gap-x-4">
        <p aria-hidden="true" className={classNames(clockClass, 'text-text-3')}>
          0:00:00
        </p>
        <SyncMark />
      </div>
    </>
  );
}
