'use client';

import { DropdownMenu } from 'radix-ui';
import { type ComponentProps, type FocusEvent, useRef } from 'react';
import { MenuPanel } from '#/components/ui/menu/menu.tsx';
import type { MenuPlace } from '#/components/ui/menu/menu-button.tsx';

type Props = Omit<ComponentProps<typeof MenuPanel>, 'aria-labelledby'> & MenuPlace;

/** The menu of a `MenuButton`: positioned at its edge, open as long as it is rendered. */
export function AnchoredMenu({ labelId, isByKey, onClose, onFocusBack, onCloseAutoFocus, ...rest }: Props) {
  const hasEntered = useRef(false);
  // The library handles keys only after it was loaded, and focuses the first item only for keys.
  const enter = ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
    if (hasEntered.current || target !== currentTarget) return;
    hasEntered.current = true;
    if (isByKey) currentTarget.querySelector<HTMLElement>('[role^=menuitem]:not([data-disabled])')?.focus();
  };
  return (
    <DropdownMenu.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DropdownMenu.Trigger asChild>
        <span aria-hidden="true" className="pointer-events-none absolute inset-0" />
      </DropdownMenu.Trigger>
      <MenuPanel
        {...rest}
        aria-labelledby={labelId}
        onFocus={enter}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          onFocusBack();
          onCloseAutoFocus?.(event);
        }}
      />
    </DropdownMenu.Root>
  );
}
