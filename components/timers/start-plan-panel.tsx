'use client';

import { DropdownMenu } from 'radix-ui';
import { useEffect, useRef, useState } from 'react';
import { PlanPolicyChoices } from '#/components/timers/plan-policy-choices.tsx';
import { AnchoredMenu } from '#/components/ui/anchored-menu.tsx';
import { Icon } from '#/components/ui/icon.tsx';
import { MenuItem } from '#/components/ui/menu.tsx';
import type { MenuPlace } from '#/components/ui/menu-button.tsx';
import { useMenuChoice } from '#/components/ui/use-menu-choice.ts';
import { type PlanPolicies, policiesOf, policyWords, withPolicies } from '#/lib/client/plan-policies.ts';
import { useMe } from '#/lib/client/use-live.tsx';
import type { WishedPlan } from '#/lib/client/wish.ts';
import { countdownOf, intervalOf, planWords, pomodoroOf } from '#/lib/client/wished-plan.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';

const COUNTDOWN_MINUTES = [10, 20, 30, 45, 60];
const INTERVAL = { work_minutes: 10, rest_minutes: 2, rounds: 6 };
/** Words that are typed on: a length, or an example to type over. */
const TYPED = [
  ['Countdown of …', 'for '],
  ['Interval of …', '8x 10m/2m'],
] as const;
const LOOK = 'w-max max-w-[calc(100vw-16px)] max-h-(--radix-dropdown-menu-content-available-height) overflow-y-auto';

type Props = MenuPlace & { onStart: (plan: WishedPlan) => void; onType: (words: string) => void };

/**
 * A pomodoro by one's settings, countdowns of some lengths, an interval; or lengths to be typed. What is to happen at
 * the deadlines of this one start stands folded below.
 */
export function StartPlanPanel({ onStart, onType, ...place }: Props) {
  const { pomodoro } = useMe().user;
  const { take, onCloseAutoFocus } = useMenuChoice();
  const [policies, setPolicies] = useState<PlanPolicies | null>(null);
  const [view, setView] = useState<'plans' | 'policies' | 'plans_again'>('plans');
  const shown = policies ?? policiesOf(pomodoro);
  const usual = [
    pomodoroOf(pomodoro),
    ...COUNTDOWN_MINUTES.map((minutes) => countdownOf(minutes * MINUTE_MS)),
    intervalOf(INTERVAL),
  ];
  const plans = policies ? usual.map((plan) => withPolicies(plan, policies, pomodoro)) : usual;
  return (
    // The timer that has begun, or the field, takes the focus.
    <AnchoredMenu {...place} align="end" onCloseAutoFocus={onCloseAutoFocus} className={LOOK}>
      {view === 'policies' ? (
        <PlanPolicyChoices
          policies={shown}
          onChange={(change) => setPolicies({ ...shown, ...change })}
          onBack={() => setView('plans_again')}
        />
      ) : (
        <>
          {plans.map((plan) => (
            <MenuItem key={planWords(plan)} onSelect={take(() => onStart(plan))}>
              {planWords(plan)}
            </MenuItem>
          ))}
          {/* What is typed starts as usual. */}
          {!policies &&
            TYPED.map(([name, words]) => (
              <MenuItem key={name} onSelect={take(() => onType(words))}>
                {name}
              </MenuItem>
            ))}
          <DropdownMenu.Separator className="my-1 border-t border-line" />
          <ForThisStart policies={policies} hasFocus={view === 'plans_again'} onOpen={() => setView('policies')} />
        </>
      )}
    </AnchoredMenu>
  );
}

type ForThisStartProps = { policies: PlanPolicies | null; hasFocus: boolean; onOpen: () => void };

function ForThisStart({ policies, hasFocus, onOpen }: ForThisStartProps) {
  const item = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (hasFocus) item.current?.focus();
  }, [hasFocus]);
  return (
    <MenuItem
      ref={item}
      className="py-1"
      onSelect={(event) => {
        event.preventDefault();
        onOpen();
      }}
    >
      <span>
        For this start …
        <span className="block text-xs text-text-3">{policies ? policyWords(policies) : 'As usual'}</span>
      </span>
      <Icon name="chevronRight" className="ml-auto" />
    </MenuItem>
  );
}
