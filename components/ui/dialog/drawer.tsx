'use client';

import type { ComponentProps } from 'react';
import { classNames } from '#/components/ui/class-names.ts';
import { useBelowHead } from '#/components/ui/list/use-below-head.ts';

type DrawerProps = Omit<ComponentProps<'aside'>, 'aria-label'> & { label: string };

/**
 * Details of a row: next to the list if there is room, over it otherwise, a full page on a phone. The focus is not
 * trapped.
 */
export function Drawer({ label, className, ...rest }: DrawerProps) {
  const place = useBelowHead<HTMLElement>();
  return (
    <aside
      {...rest}
      ref={place}
      aria-label={label}
      className={classNames(
        'bg-surface pb-16 max-md:min-h-[calc(100dvh-48px)] md:fixed md:top-(--head-bottom,48px) md:right-0 md:bottom-0 md:z-20 md:w-[464px] md:animate-slide md:overflow-y-auto md:border-l md:border-line md:pb-0 md:shadow-dialog',
        'xl:sticky xl:top-12 xl:bottom-auto xl:z-0 xl:h-[calc(100dvh-48px)] xl:shadow-none',
        className,
      )}
    />
  );
}
