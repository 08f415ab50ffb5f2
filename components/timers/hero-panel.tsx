'use client';

import { AnchoredMenu } from '#/components/ui/menu/anchored-menu.tsx';
import { MenuItem } from '#/components/ui/menu/menu.tsx';
import type { MenuPlace } from '#/components/ui/menu/menu-button.tsx';
import { useMenuChoice } from '#/components/ui/menu/use-menu-choice.ts';

type Props = MenuPlace & {
  hasTicket: boolean;
  onRestart: (() => void) | undefined;
  onRetarget: () => void;
  onDiscard: () => void;
};

/** Contents of a timer's menu. */
export function HeroPanel({ hasTicket, onRestart, onRetarget, onDiscard, ...place }: Props) {
  const { take, onCloseAutoFocus } = useMenuChoice();
  return (
    <AnchoredMenu {...place} align="end" onCloseAutoFocus={onCloseAutoFocus}>
      {onRestart && <MenuItem onSelect={onRestart}>Restart this phase</MenuItem>}
      <MenuItem onSelect={take(onRetarget)}>{hasTicket ? 'Change ticket' : 'Add a ticket'}</MenuItem>
      <MenuItem onSelect={take(onDiscard)}>Discard</MenuItem>
    </AnchoredMenu>
  );
}
