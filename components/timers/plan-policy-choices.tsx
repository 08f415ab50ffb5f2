'use client';

import { DropdownMenu } from 'radix-ui';
import { useEffect, useRef } from 'react';
import { classNames } from '#/components/ui/class-names.ts';
import { Icon } from '#/components/ui/icon.tsx';
import { MenuItem, menuItemLook } from '#/components/ui/menu.tsx';
import { BREAK_END_WORDS, type PlanPolicies, WORK_END_WORDS } from '#/lib/client/plan-policies.ts';

type PlanPolicyChoicesProps = {
  policies: PlanPolicies;
  onChange: (change: Partial<PlanPolicies>) => void;
  onBack: () => void;
};

/** What is to happen at the deadlines of the plan that is started next. The menu stays open. */
export function PlanPolicyChoices({ policies, onChange, onBack }: PlanPolicyChoicesProps) {
  const back = useRef<HTMLDivElement>(null);
  // What was chosen to come here is gone.
  useEffect(() => back.current?.focus(), []);
  return (
    <>
      <MenuItem
        ref={back}
        onSelect={(event) => {
          event.preventDefault();
          onBack();
        }}
      >
        <Icon name="back" />
        Plans
      </MenuItem>
      <DropdownMenu.Separator className="my-1 border-t border-line" />
      <PolicyChoice
        label="When work is over"
        words={WORK_END_WORDS}
        value={policies.at_work_end}
        onChoose={(at_work_end) => onChange({ at_work_end })}
      />
      <PolicyChoice
        label="When a break is over"
        words={BREAK_END_WORDS}
        value={policies.at_break_end}
        onChoose={(at_break_end) => onChange({ at_break_end })}
      />
      <DropdownMenu.Separator className="my-1 border-t border-line" />
      <DropdownMenu.CheckboxItem
        checked={policies.strict}
        onCheckedChange={(strict) => onChange({ strict })}
        onSelect={(event) => event.preventDefault()}
        className={classNames(menuItemLook, 'py-1')}
      >
        <span>
          Strict
          <span className="block text-xs text-text-3">No pause, no skipping, no more time</span>
        </span>
        <Chosen />
      </DropdownMenu.CheckboxItem>
    </>
  );
}

type PolicyChoiceProps<K extends string> = {
  label: string;
  words: Record<K, string>;
  value: K;
  onChoose: (value: K) => void;
};

function PolicyChoice<K extends string>({ label, words, value, onChoose }: PolicyChoiceProps<K>) {
  return (
    <DropdownMenu.RadioGroup aria-label={label} value={value} onValueChange={(next) => onChoose(next as K)}>
      <DropdownMenu.Label className="px-2 pt-1 pb-0.5 text-xs text-text-3">{label}</DropdownMenu.Label>
      {(Object.keys(words) as K[]).map((one) => (
        <DropdownMenu.RadioItem
          key={one}
          value={one}
          onSelect={(event) => event.preventDefault()}
          className={menuItemLook}
        >
          {words[one]}
          <Chosen />
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  );
}

function Chosen() {
  return (
    <DropdownMenu.ItemIndicator className="ml-auto">
      <Icon name="check" />
    </DropdownMenu.ItemIndicator>
  );
}
