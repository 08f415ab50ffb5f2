'use client';

import { DropdownMenu } from 'radix-ui';
import { useShortcutSettings } from '#/components/settings/use-settings.ts';
import { Icon } from '#/components/ui/icon.tsx';
import { menuItemClass } from '#/components/ui/menu/menu.tsx';
import { useMe } from '#/lib/client/live/use-live.tsx';
import { THEME_CHOICES, THEME_LABELS, type ThemeChoice } from '#/lib/client/page/theme.ts';

/** The three themes as menu choices; the menu stays open, so that they can be compared. */
export function ThemeChoices() {
  const { theme } = useMe().user;
  const saveSettings = useShortcutSettings();
  return (
    <DropdownMenu.RadioGroup
      aria-label="Theme"
      value={theme}
      onValueChange={(value) => void saveSettings({ theme: value as ThemeChoice })}
    >
      <DropdownMenu.Label className="px-2 pt-1 pb-0.5 text-xs text-text-3">Theme</DropdownMenu.Label>
      {THEME_CHOICES.map((value) => (
        <DropdownMenu.RadioItem
          key={value}
          value={value}
          onSelect={(event) => event.preventDefault()}
          className={menuItemClass}
        >
          {THEME_LABELS[value]}
          <DropdownMenu.ItemIndicator className="ml-auto">
            <Icon name="check" />
          </DropdownMenu.ItemIndicator>
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  );
}
