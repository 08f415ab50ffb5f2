'use client';

import { DropdownMenu } from 'radix-ui';
import { buttonClass } from '#/components/ui/button.tsx';
import { classNames } from '#/components/ui/class-names.ts';
import { Icon } from '#/components/ui/icon.tsx';
import { MenuPanel, menuItemClass } from '#/components/ui/menu/menu.tsx';

type Props<T extends string> = {
  label: string;
  options: readonly (readonly [value: T, label: string])[];
  value: T;
  onChoose: (value: T) => void;
};

/** One of several, behind a button that shows the choice. */
export function ChoiceMenu<T extends string>({ label, options, value, onChoose }: Props<T>) {
  const chosen = options.find(([option]) => option === value)?.[1] ?? label;
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger
        aria-label={`${label}: ${chosen}`}
        className={classNames(buttonClass({ variant: 'soft' }), 'min-w-0 hover:bg-hover max-md:h-10')}
      >
        <span className="max-w-40 truncate">{chosen}</span>
        <Icon name="chevronDown" />
      </DropdownMenu.Trigger>
      <MenuPanel align="start" className="max-h-80 overflow-y-auto">
        <DropdownMenu.RadioGroup aria-label={label} value={value} onValueChange={(next) => onChoose(next as T)}>
          {options.map(([option, text]) => (
            <DropdownMenu.RadioItem key={option} value={option} className={menuItemClass}>
              <span className="truncate">{text}</span>
              <DropdownMenu.ItemIndicator className="ml-auto">
                <Icon name="check" />
              </DropdownMenu.ItemIndicator>
            </DropdownMenu.RadioItem>
          ))}
        </DropdownMenu.RadioGroup>
      </MenuPanel>
    </DropdownMenu.Root>
  );
}
