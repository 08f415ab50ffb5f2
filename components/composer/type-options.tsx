'use client';

import type { MouseEvent } from 'react';
import { TypePolicies } from '#/components/composer/type-policies.tsx';
import { Button } from '#/components/ui/button.tsx';
import { Segmented } from '#/components/ui/form/segmented.tsx';
import { useMe, useRecentDays } from '#/lib/client/live/use-live.tsx';
import { formatPlanDurations } from '#/lib/client/plans/draft-plan.ts';
import type { DraftPlan } from '#/lib/client/timers/timer-draft.ts';
import { planChoices, type TimerType, type TypeChoice, usualPlan } from '#/lib/client/timers/type-choice.ts';

/** Text to continue: a duration, or an example to replace. */
const TYPED: Partial<Record<TimerType, [label: string, label: string]>> = {
  countdown: ['Countdown of…', 'for '],
  interval: ['Interval of…', '8x 10m/2m'],
};

type TypeOptionsProps = {
  type: TimerType;
  choice: TypeChoice;
  /** Its typed durations. */
  typed: DraftPlan | null;
  onChange: (change: Partial<TypeChoice>) => void;
  /** Puts this text into the field, to be continued. */
  onType: (message: string) => void;
  onMouseDown: (event: MouseEvent) => void;
};

/** Below the field: the durations of the chosen type, and what happens at its deadlines. */
export function TypeOptions({ type, choice, typed, onChange, onType, onMouseDown }: TypeOptionsProps) {
  if (!typed && !choice.type) return <p className="mt-2 text-xs text-text-3">The current phase continues.</p>;
  const more = typed ? undefined : TYPED[type];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: clicks on the controls in it
    <div onMouseDown={onMouseDown} className="mt-2 flex min-h-8 flex-wrap items-center gap-x-4 gap-y-2">
      {typed ? (
        <span className="text-text-2">{formatPlanDurations(typed)}</span>
      ) : (
        <DurationOptions type={type} plan={choice.plan} onChange={(plan) => onChange({ plan })} />
      )}
      <div className="-mx-2.5 flex min-w-0 flex-wrap">
        {more && (
          <Button variant="ghost" size="sm" onClick={() => onType(more[1])}>
            {more[0]}
          </Button>
        )}
        <TypePolicies
          type={type}
          policies={choice.policies}
          isTyped={typed !== null}
          onChange={(policies) => onChange({ policies })}
        />
      </div>
    </div>
  );
}

type DurationOptionsProps = { type: TimerType; plan: DraftPlan | null; onChange: (plan: DraftPlan) => void };

function DurationOptions({ type, plan, onChange }: DurationOptionsProps) {
  const known = { pomodoro: useMe().user.pomodoro, recent: useRecentDays().data?.timers ?? [] };
  const byLabel = new Map(planChoices(type, known).map((one) => [formatPlanDurations(one), one]));
  const chosen = plan ?? usualPlan(type, known);
  const value = chosen ? formatPlanDurations(chosen) : '';
  if (byLabel.size === 1) return <span className="text-text-2">{value}</span>;
  return (
    <Segmented
      label="Duration"
      options={[...byLabel.keys()].map((label) => [label, label] as const)}
      value={value}
      onChange={(label) => {
        const next = byLabel.get(label);
        if (next) onChange(next);
      }}
    />
  );
}
