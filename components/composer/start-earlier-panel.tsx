'use client';

import { AnchoredMenu } from '#/components/ui/menu/anchored-menu.tsx';
import { MenuItem } from '#/components/ui/menu/menu.tsx';
import type { MenuPlace } from '#/components/ui/menu/menu-button.tsx';
import { useMenuChoice } from '#/components/ui/menu/use-menu-choice.ts';

const MINUTES = [5, 10, 15];

type Props = MenuPlace & { onStart: (minutesAgo: number) => void; onType: () => void };

/** A time ago, or a time to type. */
export function StartEarlierPanel({ onStart, onType, ...place }: Props) {
  const { take, onCloseAutoFocus } = useMenuChoice();
  return (
    // The choice takes the focus: the field, or the started timer.
    <AnchoredMenu {...place} align="end" onCloseAutoFocus={onCloseAutoFocus}>
      {MINUTES.map((minutes) => (
        <MenuItem key={minutes} onSelect={take(() => onStart(minutes))}>
          {minutes} min ago
        </MenuItem>
      ))}
      <MenuItem onSelect={take(onType)}>At a time…</MenuItem>
    </AnchoredMenu>
  );
}
