'use client';

import { useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { LastKnownTimer } from '#/components/offline/last-known-timer.tsx';
import { OfflineActions } from '#/components/offline/offline-actions.tsx';
import { OfflineBar } from '#/components/offline/offline-bar.tsx';
import { OfflineSidebar } from '#/components/offline/offline-sidebar.tsx';
import { useReturnWhenOnline } from '#/components/offline/use-return-when-online.ts';
import { WaitingList } from '#/components/offline/waiting-list.tsx';
import { Button } from '#/components/ui/button.tsx';
import { StateLabel } from '#/components/ui/state-label.tsx';
import type { LastKnown } from '#/lib/client/offline/last-known.ts';
import { OfflineQueue, subscribeToOfflineQueue } from '#/lib/client/offline/offline-queue.ts';
import { readLastKnown } from '#/lib/client/offline/read-last-known.ts';
import { applyTheme } from '#/lib/client/page/theme.ts';

/** Shown instead of a page that can't be loaded: the frame of the app, and the last known state, dimmed. */
export function OfflinePage() {
  const known = useSyncExternalStore(never, lastKnown, () => undefined);
  const theme = known?.theme;
  // The page was cached with an earlier theme.
  useLayoutEffect(() => {
    if (theme) applyTheme(theme);
  }, [theme]);
  const [isTyped, setTyped] = useState(false);
  const { isChecking, isBack, check } = useReturnWhenOnline(isTyped);
  return (
    <div className="min-h-dvh md:grid md:grid-cols-[48px_minmax(0,1fr)] xl:grid-cols-[208px_minmax(0,1fr)]">
      <OfflineSidebar />
      <OfflineBar />
      <main className="mx-auto w-full max-w-[1440px] px-4 py-6 max-md:pb-24 md:px-8">
        <StateLabel
          icon="offline"
          tone="warn"
          note={known?.timer?.status === 'running' ? 'the server is still counting' : undefined}
        >
          Offline
        </StateLabel>
        {known !== undefined && <LastKnownTimer known={known} />}
        {known && <OfflineWork known={known} onTyped={setTyped} />}
        <p role="status" className="mt-6 text-text-2">
          {isBack && isTyped
            ? 'The server is responding again. This page reloads once you start or clear what you typed.'
            : 'Can’t reach the server. This page reloads when it responds.'}
        </p>
        <Button className="mt-4" size="lg" icon="sync" busy={isChecking} busyLabel="Trying…" onClick={check}>
          Try now
        </Button>
      </main>
    </div>
  );
}

type OfflineWorkProps = { known: LastKnown; onTyped: (isTyped: boolean) => void };

/** The possible actions, and the queue. */
function OfflineWork({ known, onTyped }: OfflineWorkProps) {
  const { sender, style } = known;
  const [queue] = useState(() => new OfflineQueue({ name: sender?.queueName ?? '' }));
  const read = () => queue.read().waiting;
  const waiting = useSyncExternalStore(subscribeToOfflineQueue, read, read);
  return (
    <>
      {sender && <OfflineActions known={known} sender={sender} waiting={waiting} onTyped={onTyped} />}
      <WaitingList waiting={waiting} style={style} />
    </>
  );
}

// Read once: nothing changes it while this page is shown.
let read: LastKnown | null | undefined;
const never = () => () => {};
function lastKnown(): LastKnown | null {
  if (read === undefined) read = readLastKnown();
  return read;
}
