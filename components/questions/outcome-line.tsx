'use client';

import { useEffect, useState } from 'react';
import { Button } from '#/components/ui/button.tsx';
import { Icon } from '#/components/ui/icon.tsx';
import { useIsOffline, useLive } from '#/lib/client/live/use-live.tsx';
import { type ShownToast, UNDO } from '#/lib/client/page/toasts.ts';

/**
 * The result of the last action in a dialog: the toast at the bottom of the page is behind it, and disappears by
 * itself.
 */
export function OutcomeLine() {
  const { toasts } = useLive();
  const isOffline = useIsOffline();
  const [shown, setShown] = useState<ShownToast | null>(null);
  useEffect(
    () =>
      toasts.subscribe(() => {
        const latest = toasts.current();
        if (latest) setShown(latest);
      }),
    [toasts],
  );
  const canUndo = shown?.action?.undo !== undefined;
  return (
    <div data-outcome={shown && !isOffline ? '' : undefined} className="mr-auto flex min-w-0 items-center gap-3">
      <p role="status" className="flex min-w-0 items-center gap-2">
        {isOffline
          ? 'Answer when you’re back online.'
          : shown && (
              <>
                <Icon name={shown.icon} />
                <span className="line-clamp-3 min-w-0 wrap-anywhere">
                  <b className="font-medium">{shown.lead}</b>
                  {shown.text && <span className="text-text-2"> {shown.text}</span>}
                </span>
              </>
            )}
      </p>
      {canUndo && !isOffline && (
        <Button
          variant="soft"
          onClick={() => {
            setShown(null);
            toasts.undo();
          }}
        >
          {UNDO}
        </Button>
      )}
    </div>
  );
}
