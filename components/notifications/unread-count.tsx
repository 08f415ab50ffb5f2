'use client';

import { useQuery } from '@tanstack/react-query';
import { useLive, useMay } from '#/lib/client/live/use-live.tsx';
import { unreadQuery } from '#/lib/client/notifications/notification-queries.ts';

const CLASSES = {
  row: 'text-xs font-semibold text-text max-xl:absolute max-xl:top-1.5 max-xl:right-1.5 max-xl:size-1.5 max-xl:rounded-full max-xl:bg-text xl:ml-auto xl:group-hover:hidden xl:group-focus-visible:hidden',
  icon: 'absolute -top-0.5 -right-0.5 size-1.5 rounded-full bg-text',
  menu: 'ml-auto text-xs font-semibold',
};

/** The number of unread notifications; a dot if there is only room for an icon. */
export function UnreadCount({ at }: { at: keyof typeof CLASSES }) {
  const { http } = useLive();
  const { data: count = 0 } = useQuery({ ...unreadQuery(http), enabled: useMay('notifications:read') });
  if (count === 0) return null;
  const text = `${count.toLocaleString('en')} unread`;
  return (
    <span title={text} className={CLASSES[at]}>
      <span className={at === 'icon' ? 'sr-only' : 'max-xl:sr-only'}>{text}</span>
    </span>
  );
}
