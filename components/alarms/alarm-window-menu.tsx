'use client';

import { DropdownMenu } from 'radix-ui';
import { buttonClass } from '#/components/ui/button.tsx';
import { classNames } from '#/components/ui/class-names.ts';
import { Icon } from '#/components/ui/icon.tsx';
import { MenuPanel, menuItemClass } from '#/components/ui/menu/menu.tsx';
import { ALARM_WINDOWS, type AlarmWindow } from '#/lib/client/alarms/alarm-view.ts';

export const WINDOW_LABELS: Record<AlarmWindow, string> = {
  hour: 'Last hour',
  day: 'Last 24\u00a0h',
  week: 'Last 7 days',
  month: 'Last 30 days',
};

type AlarmWindowMenuProps = { window: AlarmWindow; onChoose: (window: AlarmWindow) => void };

/** How far back the list goes. Upcoming alarms are always included. */
export function AlarmWindowMenu({ window, onChoose }: AlarmWindowMenuProps) {
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger className={classNames(buttonClass({ variant: 'soft' }), 'hover:bg-hover max-md:h-10')}>
        <Icon name="calendar" />
        {WINDOW_LABELS[window]}
        <Icon name="chevronDown" />
      </DropdownMenu.Trigger>
      <MenuPanel align="start">
        <DropdownMenu.RadioGroup
          aria-label="How far back"
          value={window}
          onValueChange={(value) => onChoose(value as AlarmWindow)}
        >
          {ALARM_WINDOWS.map((value) => (
            <DropdownMenu.RadioItem key={value} value={value} className={menuItemClass}>
              {WINDOW_LABELS[value]}
              <DropdownMenu.ItemIndicator className="ml-auto">
                <Icon name="check" />
              </DropdownMenu.ItemIndicator>
            </DropdownMenu.RadioItem>
          ))}
        </DropdownMenu.RadioGroup>
        <p className="px-2 pt-1 pb-1.5 text-xs text-text-3">Upcoming alarms are always shown</p>
      </MenuPanel>
    </DropdownMenu.Root>
  );
}
