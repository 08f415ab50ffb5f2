'use client';

import { Button } from '#/components/ui/button.tsx';
import { Icon } from '#/components/ui/icon.tsx';
import { MenuButton } from '#/components/ui/menu/menu-button.tsx';
import { useMe } from '#/lib/client/live/use-live.tsx';
import { LazyModule } from '#/lib/client/offline/lazy-module.ts';
import { formatPolicies, type PlanPolicies, policiesOf } from '#/lib/client/plans/plan-policies.ts';
import type { TimerType } from '#/lib/client/timers/type-choice.ts';

const MENU = new LazyModule(() =>
  import('#/components/plans/plan-policy-menu.tsx').then((part) => part.PlanPolicyMenu),
);

type TypePoliciesProps = {
  type: TimerType;
  /** Null while those of the settings apply. */
  policies: PlanPolicies | null;
  /** Its durations were typed: they are not those of the settings. */
  isTyped: boolean;
  onChange: (policies: PlanPolicies) => void;
};

/** What happens at the deadlines of this one start. */
export function TypePolicies({ type, policies, isTyped, onChange }: TypePoliciesProps) {
  const { pomodoro } = useMe().user;
  const shown = policies ?? policiesOf(pomodoro);
  const hasBreaks = type !== 'countdown';
  const summary = policies ? formatPolicies(policies, { hasBreaks }) : !isTyped && 'as in Settings';
  return (
    <MenuButton
      className="min-w-0"
      button={
        <Button variant="ghost" size="sm" className="max-w-full">
          For this start{summary && ':'}
          {summary && <span className="truncate font-normal text-text-3">{summary}</span>}
          <Icon name="chevronDown" />
        </Button>
      }
      menu={MENU}
      menuProps={{ policies: shown, hasBreaks, onChange: (change) => onChange({ ...shown, ...change }) }}
    />
  );
}
