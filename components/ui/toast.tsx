'use client';

import { useEffect, useState, useSyncExternalStore } from 'react';
import { Button } from '#/components/ui/button.tsx';
import { Icon } from '#/components/ui/icon.tsx';
import { IconButton } from '#/components/ui/icon-button.tsx';
import type { Notices, ShownNotice } from '#/lib/client/notices.ts';

const SHOWN_MS = 8_000;

/** The place of notices: bottom center, above the bar of a phone. They are read out when there is time. */
export function ToastPlace({ notices }: { notices: Notices }) {
  const notice = useSyncExternalStore(
    (changed) => notices.subscribe(changed),
    () => notices.current(),
    () => null,
  );
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-[calc(env(safe-area-inset-bottom)+72px)] z-40 flex justify-center px-4 md:bottom-6"
    >
      {notice && <Toast key={notice.id} notice={notice} onDone={() => notices.dismiss()} />}
    </div>
  );
}

/** Goes by itself after eight seconds, but not while it is pointed at or has the focus. */
function Toast({ notice, onDone }: { notice: ShownNotice; onDone: () => void }) {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return;
    const timeout = setTimeout(onDone, SHOWN_MS);
    return () => clearTimeout(timeout);
  }, [isHeld, onDone]);
  const { action } = notice;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only notices whether somebody looks at it
    <div
      data-toast
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="pointer-events-auto flex max-w-full animate-rise items-center gap-3 rounded-lg border border-line bg-surface py-3 pr-3 pl-4 shadow-dialog"
    >
      <Icon name={notice.icon} />
      <p className="min-w-0">
        <b className="font-medium">{notice.lead}</b>
        {notice.text && <span className="text-text-2"> {notice.text}</span>}
      </p>
      {action && (
        <Button
          variant="soft"
          size="sm"
          onClick={() => {
            onDone();
            action.run();
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton icon="close" label="Dismiss" onClick={onDone} />
    </div>
  );
}
