'use client';

import { DropdownMenu } from 'radix-ui';
import { classNames } from '#/components/ui/class-names.ts';
import { Icon } from '#/components/ui/icon.tsx';
import { AnchoredMenu } from '#/components/ui/menu/anchored-menu.tsx';
import { menuItemClass } from '#/components/ui/menu/menu.tsx';
import type { MenuPlace } from '#/components/ui/menu/menu-button.tsx';
import { BREAK_END_LABELS, type PlanPolicies, WORK_END_LABELS } from '#/lib/client/plans/plan-policies.ts';

const CLASS_NAME =
  'w-max max-w-[calc(100vw-16px)] max-h-(--radix-dropdown-menu-content-available-height) overflow-y-auto';

type Props = MenuPlace & {
  policies: PlanPolicies;
  /** A countdown has none. */
  hasBreaks: boolean;
  onChange: (change: Partial<PlanPolicies>) => void;
};

/** What happens at the deadlines of the next plan. The menu stays open. */
export function PlanPolicyMenu({ policies, hasBreaks, onChange, ...place }: Props) {
  return (
    <AnchoredMenu {...place} align="start" className={CLASS_NAME}>
      <PolicyChoice
        label="When work is over"
        labels={WORK_END_LABELS}
        value={policies.at_work_end}
        onChoose={(at_work_end) => onChange({ at_work_end })}
      />
      {hasBreaks && (
        <PolicyChoice
          label="When a break is over"
          labels={BREAK_END_LABELS}
          value={policies.at_break_end}
          onChoose={(at_break_end) => onChange({ at_break_end })}
        />
      )}
      <DropdownMenu.Separator className="my-1 border-t border-line" />
      <DropdownMenu.CheckboxItem
        checked={policies.strict}
        onCheckedChange={(strict) => onChange({ strict })}
        onSelect={(event) => event.preventDefault()}
        className={classNames(menuItemClass, 'py-1')}
      >
        <span>
          Strict
          <span className="block text-xs text-text-3">No pausing, skipping, or extending</span>
        </span>
        <Chosen />
      </DropdownMenu.CheckboxItem>
    </AnchoredMenu>
  );
}

type PolicyChoiceProps<K extends string> = {
  label: string;
  labels: Record<K, string>;
  value: K;
  onChoose: (value: K) => void;
};

function PolicyChoice<K extends string>({ label, labels: text, value, onChoose }: PolicyChoiceProps<K>) {
  return (
    <DropdownMenu.RadioGroup aria-label={label} value={value} onValueChange={(next) => onChoose(next as K)}>
      <DropdownMenu.Label className="px-2 pt-1 pb-0.5 text-xs text-text-3">{label}</DropdownMenu.Label>
      {(Object.keys(text) as K[]).map((one) => (
        <DropdownMenu.RadioItem
          key={one}
          value={one}
          onSelect={(event) => event.preventDefault()}
          className={menuItemClass}
        >
          {text[one]}
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
