import type { ReactNode } from 'react';

type PageHeadProps = { title: string; facts?: string | undefined; children?: ReactNode };

/**
 * The top bar of a page: its title, secondary facts, and its actions at the end. When room is short the facts are
 * dropped first, then the text of the running timer.
 */
export function PageHead({ title, facts, children }: PageHeadProps) {
  return (
    <header className="sticky top-0 z-10 flex h-14 shrink-0 items-center gap-3 bg-bg px-4 md:h-12 md:border-b md:border-line md:px-8">
      <h1 className="truncate text-lg font-semibold md:max-w-1/2 md:shrink-0 md:text-base">{title}</h1>
      <span className="truncate text-text-3 max-lg:hidden">{facts}</span>
      <div className="ml-auto flex items-center gap-2 md:min-w-0">{children}</div>
    </header>
  );
}
