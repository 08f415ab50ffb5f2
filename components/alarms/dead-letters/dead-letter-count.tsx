'use client';

import { useQuery } from '@tanstack/react-query';
import { deadLetterCountQuery } from '#/lib/client/alarms/dead-letter-queries.ts';
import { useLive, useMay } from '#/lib/client/live/use-live.tsx';

const CLASSES = {
  row: 'text-xs font-semibold text-danger max-xl:absolute max-xl:top-1.5 max-xl:right-1.5 max-xl:size-1.5 max-xl:rounded-full max-xl:bg-danger xl:ml-auto xl:group-hover:hidden xl:group-focus-visible:hidden',
  icon: 'absolute -top-0.5 -right-0.5 size-1.5 rounded-full bg-danger',
};

/** The number of dead alarms next to their link; a dot if there is only room for an icon. */
export function DeadLetterCount({ at }: { at: keyof typeof CLASSES }) {
  const { http } = useLive();
  const mayRead = useMay('alarms:read');
  const { data } = useQuery({ ...deadLetterCountQuery(http), enabled: mayRead });
  if (!data || data.count === 0) return null;
  const text = `${data.count.toLocaleString('en')}${data.more ? '+' : ''} dead`;
  return (
    <span title={text} className={CLASSES[at]}>
      <span className={at === 'row' ? 'max-xl:sr-only' : 'sr-only'}>{text}</span>
    </span>
  );
}
