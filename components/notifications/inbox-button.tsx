'use client';

import { LazyUnreadCount } from '#/components/layout/lazy-parts.tsx';
import { Icon } from '#/components/ui/icon.tsx';
import { Kbd } from '#/components/ui/kbd.tsx';
import { useMay } from '#/lib/client/live/use-live.tsx';

/** Opens the inbox. */
export function InboxButton({ onClick }: { onClick: () => void }) {
  if (!useMay('notifications:read')) return null;
  return (
    <button
      type="button"
      title="Notifications"
      onClick={onClick}
      className="group relative flex h-8 items-center gap-2.5 rounded-md px-2 text-left font-medium text-text-2 transition-colors hover:bg-hover max-xl:justify-center"
    >
      <Icon name="bell" />
      <span className="max-xl:sr-only">Notifications</span>
      <LazyUnreadCount at="row" />
      <Kbd className="ml-auto hidden xl:group-hover:inline-flex xl:group-focus-visible:inline-flex">G I</Kbd>
    </button>
  );
}
