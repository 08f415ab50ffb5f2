'use client';

import { DropdownMenu } from 'radix-ui';
import type { ComponentProps } from 'react';
import { classNames } from '#/components/ui/class-names.ts';

export const menuItemClass =
  'flex min-h-8 items-center gap-2 rounded-sm px-2 outline-none select-none data-[disabled]:text-text-3 data-[highlighted]:bg-hover pointer-coarse:min-h-11';

/** The floating panel of a menu. */
export function MenuPanel({ className, ...rest }: ComponentProps<typeof DropdownMenu.Content>) {
  return (
    <DropdownMenu.Portal>
      <DropdownMenu.Content
        sideOffset={6}
        collisionPadding={8}
        {...rest}
        className={classNames(
          'z-30 w-56 animate-rise rounded-lg border border-line bg-surface p-1 text-text shadow-menu',
          className,
        )}
      />
    </DropdownMenu.Portal>
  );
}

export function MenuItem({ className, ...rest }: ComponentProps<typeof DropdownMenu.Item>) {
  return <DropdownMenu.Item {...rest} className={classNames(menuItemClass, className)} />;
}
