'use client';

import { DropdownMenu } from 'radix-ui';
import { useState } from 'react';
import { Icon } from '#/components/ui/icon.tsx';
import { menuItemLook } from '#/components/ui/menu.tsx';
import { chooseTheme, readThemeChoice, THEME_CHOICES, type ThemeChoice } from '#/lib/client/theme.ts';

const NAMES: Record<ThemeChoice, string> = { system: 'System', light: 'Light', dark: 'Dark' };

/** The three themes as choices of a menu; it stays open, so that they can be compared. */
export function ThemeChoices() {
  const [choice, setChoice] = useState(readThemeChoice);
  return (
    <DropdownMenu.RadioGroup
      aria-label="Theme"
      value={choice}
      onValueChange={(value) => {
        setChoice(value as ThemeChoice);
        chooseTheme(value as ThemeChoice);
      }}
    >
      <DropdownMenu.Label className="px-2 pt-1 pb-0.5 text-xs text-text-3">Theme</DropdownMenu.Label>
      {THEME_CHOICES.map((value) => (
        <DropdownMenu.RadioItem
          key={value}
          value={value}
          onSelect={(event) => event.preventDefault()}
          className={menuItemLook}
        >
          {NAMES[value]}
          <DropdownMenu.ItemIndicator className="ml-auto">
            <Icon name="check" />
          </DropdownMenu.ItemIndicator>
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  );
}
