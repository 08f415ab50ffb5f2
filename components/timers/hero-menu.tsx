'use client';

import { IconButton } from '#/components/ui/icon-button.tsx';
import { MenuButton } from '#/components/ui/menu/menu-button.tsx';
import { LazyModule } from '#/lib/client/offline/lazy-module.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

const PANEL = new LazyModule(() => import('#/components/timers/hero-panel.tsx').then((part) => part.HeroPanel));

type HeroMenuProps = {
  timer: TimerJson;
  /** Restarts the phase of a plan. */
  onRestart?: (() => void) | undefined;
  onRetarget: () => void;
  onDiscard: () => void;
};

/** Rarely used actions on a timer. */
export function HeroMenu({ timer, onRestart, onRetarget, onDiscard }: HeroMenuProps) {
  return (
    <MenuButton
      button={<IconButton icon="more" label="Actions for this timer" className="size-10 max-md:size-12" />}
      menu={PANEL}
      menuProps={{ hasTicket: timer.ticket !== null, onRestart, onRetarget, onDiscard }}
    />
  );
}
