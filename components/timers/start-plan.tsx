'use client';

import { usePlanParts } from '#/components/timers/use-plan-parts.ts';
import { IconButton } from '#/components/ui/icon-button.tsx';
import { MenuButton } from '#/components/ui/menu-button.tsx';
import { Late } from '#/lib/client/late.ts';
import type { WishedPlan } from '#/lib/client/wish.ts';

const PANEL = new Late(() => import('#/components/timers/start-plan-panel.tsx').then((part) => part.StartPlanPanel));

type StartPlanProps = {
  isDisabled: boolean;
  onStart: (plan: WishedPlan) => void;
  /** These words are to be typed on in the field. */
  onType: (words: string) => void;
};

/** For work in phases: a pomodoro, a countdown, an interval. */
export function StartPlan({ isDisabled, onStart, onType }: StartPlanProps) {
  // Here when the plan begins.
  usePlanParts(false);
  return (
    <MenuButton
      button={<IconButton icon="alarm" label="With a plan" disabled={isDisabled} className="size-10" />}
      menu={PANEL}
      menuProps={{ onStart, onType }}
    />
  );
}
