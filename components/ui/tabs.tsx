'use client';

import { Tabs } from 'radix-ui';
import { type ComponentProps, useCallback } from 'react';
import { classNames } from '#/components/ui/class-names.ts';

/** Tabs as a line below a heading. Arrows move between them; they scroll sideways without room. */
export function TabLine({ className, ...rest }: ComponentProps<typeof Tabs.List>) {
  return (
    <Tabs.List
      {...rest}
      className={classNames(
        'flex h-10 gap-3 pointer-coarse:h-11 overflow-x-auto overflow-y-hidden border-b border-line',
        className,
      )}
    />
  );
}

type LineTabProps = ComponentProps<typeof Tabs.Trigger> & { count?: string | undefined };

/** A tab with its count. */
export function LineTab({ count, children, ...rest }: LineTabProps) {
  // The chosen one may be beyond the edge of a phone.
  const show = useCallback((tab: HTMLElement | null) => {
    if (tab?.dataset.state === 'active') tab.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, []);
  return (
    <Tabs.Trigger
      {...rest}
      ref={show}
      className="-mb-px flex shrink-0 items-center gap-1.5 border-b-2 border-transparent px-1 pointer-coarse:min-w-11 pointer-coarse:justify-center font-medium text-text-2 hover:text-text focus-visible:-outline-offset-2 data-[state=active]:border-text data-[state=active]:text-text"
    >
      {children}
      {count !== undefined && <span className="font-normal text-text-3">{count}</span>}
    </Tabs.Trigger>
  );
}

/** Tabs as one control, for little room. */
export function TabBox({ className, ...rest }: ComponentProps<typeof Tabs.List>) {
  return (
    <Tabs.List
      {...rest}
      className={classNames(
        'inline-flex h-7 gap-0.5 pointer-coarse:h-[50px] rounded-md border border-line bg-sunken p-0.5',
        className,
      )}
    />
  );
}

export function BoxTab(props: ComponentProps<typeof Tabs.Trigger>) {
  return (
    <Tabs.Trigger
      {...props}
      className="rounded-sm px-2.5 font-medium text-text-2 hover:text-text data-[state=active]:bg-surface data-[state=active]:text-text data-[state=active]:shadow-raised data-[state=active]:ring-1 data-[state=active]:ring-line"
    />
  );
}
