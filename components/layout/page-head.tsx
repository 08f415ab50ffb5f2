import type { ReactNode } from 'react';

type PageHeadProps = { title: string; facts?: string | undefined; children?: ReactNode };

/** The line at the top of a page: where you are, quiet facts, and at its end what can be done. */
export function PageHead({ title, facts, children }: PageHeadProps) {
  return (
    <header className="sticky top-0 z-10 flex h-14 shrink-0 items-center gap-3 bg-bg px-4 md:h-12 md:border-b md:border-line md:px-8">
      <h1 className="truncate text-lg font-semibold md:text-base">{title}</h1>
      <span className="truncate text-text-3 max-md:hidden">{facts}</span>
      <div className="ml-auto flex items-center gap-2">{children}</div>
    </header>
  );
}
