'use client';

import { useEffect, useState } from 'react';
import { Icon } from '#/components/ui/icon.tsx';
import { useIsOffline } from '#/lib/client/live/use-live.tsx';

const SHOWN_MS = 2_000;

/** Next to the digits: that they are uncertain, and for two seconds that they are certain again. */
export function SyncMark() {
  const isOffline = useIsOffline();
  const isBack = useIsBack(isOffline);
  if (!isOffline && !isBack) return null;
  return (
    <span className="inline-flex items-center gap-2 rounded-md border border-dashed border-line-control px-2.5 py-[5px] font-medium text-text-2">
      <Icon name={isOffline ? 'sync' : 'check'} />
      {isOffline ? 'Syncs when back online' : 'In sync with the server'}
    </span>
  );
}

/** True for a moment after reconnecting. */
function useIsBack(isOffline: boolean): boolean {
  const [wasOffline, setWasOffline] = useState(isOffline);
  const [isBack, setBack] = useState(false);
  if (wasOffline !== isOffline) {
    setWasOffline(isOffline);
    setBack(!isOffline);
  }
  useEffect(() => {
    if (!isBack) return;
    const timeout = setTimeout(() => setBack(false), SHOWN_MS);
    return () => clearTimeout(timeout);
  }, [isBack]);
  return isBack;
}
