'use client';

import { usePathname } from 'next/navigation';
import type { ComponentProps } from 'react';
import { AccountMenu } from '#/components/layout/account-menu.tsx';
import { LazyDeadLetterCount, LazyUnreadCount } from '#/components/layout/lazy-parts.tsx';
import { ALARMS, isPageAt, openTo, PHONE_PAGES } from '#/components/layout/pages.ts';
import { PrefetchLink } from '#/components/layout/prefetch-link.tsx';
import type { Sheet } from '#/components/layout/sheets.tsx';
import { classNames } from '#/components/ui/class-names.ts';
import { Icon } from '#/components/ui/icon.tsx';
import { useMe } from '#/lib/client/live/use-live.tsx';

const itemLook =
  'relative grid h-14 content-center justify-items-center gap-1 text-2xs font-medium text-text-3 aria-[current=page]:text-text';

/** The tab bar of a phone, within reach of a thumb. */
export function BottomBar({ onShow }: { onShow: (sheet: Sheet) => void }) {
  const path = usePathname();
  const { scopes } = useMe();
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-20 grid auto-cols-fr grid-flow-col border-t border-line bg-surface px-2 pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {openTo(scopes, PHONE_PAGES).map((page) => (
        <PrefetchLink
          key={page.href}
          href={page.href}
          aria-current={isPageAt(page, path) ? 'page' : undefined}
          className={itemLook}
        >
          {isPageAt(page, path) && <span className="absolute -top-px w-8 border-t-2 border-text" />}
          <span className="relative">
            <Icon name={page.icon} className="size-5" />
            {page === ALARMS && <LazyDeadLetterCount at="icon" />}
          </span>
          {page.name}
        </PrefetchLink>
      ))}
      <AccountMenu onShow={onShow} trigger={<MoreButton />} />
    </nav>
  );
}

function MoreButton(props: ComponentProps<'button'>) {
  return (
    <button {...props} type="button" className={classNames(itemLook, 'w-full data-[state=open]:text-text')}>
      <span className="relative">
        <Icon name="more" className="size-5" />
        <LazyUnreadCount at="icon" />
      </span>
      More
    </button>
  );
}
