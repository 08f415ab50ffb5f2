'use client';

import { usePathname } from 'next/navigation';
import { LazyDeadLetterCount, LazyReviewCount } from '#/components/layout/lazy-parts.tsx';
import { ALARMS, API_REFERENCE, CORRECTIONS, isPageAt, type PageLink } from '#/components/layout/pages.ts';
import { PrefetchLink } from '#/components/layout/prefetch-link.tsx';
import { classNames } from '#/components/ui/class-names.ts';
import { Icon } from '#/components/ui/icon.tsx';
import { Kbd } from '#/components/ui/kbd.tsx';

/** A page in the sidebar: icon and name, or only the icon with its name as tooltip. */
export function NavLink({ page }: { page: PageLink }) {
  const isHere = isPageAt(page, usePathname());
  const shared = {
    href: page.href,
    title: page.name,
    'aria-current': isHere ? ('page' as const) : undefined,
    className: classNames(
      'group relative flex h-8 items-center gap-2.5 rounded-md px-2 font-medium text-text-2 transition-colors hover:bg-hover max-xl:justify-center',
      isHere && 'bg-hover text-text',
    ),
  };
  const content = (
    <>
      <Icon name={page.icon} />
      <span className="max-xl:sr-only">{page.name}</span>
      {page === ALARMS && <LazyDeadLetterCount at="row" />}
      {page === CORRECTIONS && <LazyReviewCount />}
      <Kbd className="ml-auto hidden xl:group-hover:inline-flex xl:group-focus-visible:inline-flex">{page.keys}</Kbd>
    </>
  );
  if (page === API_REFERENCE) return <a {...shared}>{content}</a>;
  return <PrefetchLink {...shared}>{content}</PrefetchLink>;
}
