'use client';

import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { acceptLabel, formatQueuedAction } from '#/components/offline/format-queued-action.ts';
import { OfflineActionTime } from '#/components/offline/offline-action-time.tsx';
import { useOfflineQueueActions } from '#/components/offline/use-offline-queue-actions.ts';
import { useFocusAfter } from '#/components/questions/use-focus-after.ts';
import { Button } from '#/components/ui/button.tsx';
import { Notice } from '#/components/ui/notice.tsx';
import { useIsOffline, useLive, useTimeStyle } from '#/lib/client/live/use-live.tsx';
import { canChangeTime } from '#/lib/client/offline/change-action-time.ts';
import { OfflineQueue, subscribeToOfflineQueue, type UnconfirmedAction } from '#/lib/client/offline/offline-queue.ts';
import { queueOnPageHide } from '#/lib/client/offline/queue-action.ts';
import { sendWhenBack } from '#/lib/client/offline/send-when-back.ts';
import { showQueuedActions } from '#/lib/client/page/queued-overlay.ts';

const CLASS_NAME = 'items-start rounded-none border-b border-line px-4 md:px-8 [&>svg]:mt-1.5';

/**
 * Offline actions: those queued for the server on one line, and a question for each that could not be done. Loaded
 * after the page with everything that sends, so that it is there when the connection is lost.
 */
export function OfflineQueueBar() {
  const live = useLive();
  const [queue] = useState(() => new OfflineQueue(live.queue));
  const { waiting, failed } = useSyncExternalStore(
    subscribeToOfflineQueue,
    () => queue.read(),
    () => queue.read(),
  );
  useEffect(() => showQueuedActions({ ...live, offlineQueue: live.queue }, queue), [live, queue]);
  useEffect(() => sendWhenBack(live, queue), [live, queue]);
  useEffect(() => queueOnPageHide(live.queue), [live]);
  const style = useTimeStyle();
  return (
    <>
      {waiting.length > 0 && (
        <Notice icon="sync" className={CLASS_NAME}>
          <p className="py-1">
            {waiting.map((action) => formatQueuedAction(action, style)).join(', ')}.{' '}
            <span className="text-text-2">Sent when you’re back online.</span>
          </p>
        </Notice>
      )}
      {failed.map((action) => (
        <FailedAction key={action.key} queue={queue} action={action} />
      ))}
    </>
  );
}

/** Stays until it gets a response, on this device. */
function FailedAction({ queue, action }: { queue: OfflineQueue; action: UnconfirmedAction }) {
  const style = useTimeStyle();
  const isOffline = useIsOffline();
  const [isBusy, setBusy] = useState(false);
  const [isChanging, setChanging] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const changeButton = useRef<HTMLButtonElement>(null);
  useFocusAfter(box);
  const { accept, drop } = useOfflineQueueActions(queue);
  const name = formatQueuedAction(action, style);
  const canAccept = action.proposal !== null || action.isUntried === true;
  const acceptIt = async (edited = action) => {
    setBusy(true);
    await accept(edited);
    setBusy(false);
  };
  const close = () => {
    setChanging(false);
    // While offline the button can't be focused.
    box.current?.focus({ preventScroll: true });
    changeButton.current?.focus();
  };
  return (
    <div ref={box} tabIndex={-1} className="outline-none">
      <Notice icon="warning" className={CLASS_NAME}>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="min-w-0 py-1">
            <b className="font-medium">{name}</b> failed. {action.why}
          </p>
          <div className="flex flex-wrap gap-2 md:ml-auto">
            {canAccept && (
              <Button
                variant="soft"
                size="sm"
                className="pointer-coarse:h-11"
                disabled={isOffline}
                busy={isBusy}
                busyLabel="Saving…"
                onClick={() => void acceptIt()}
              >
                {acceptLabel(action, style)}
              </Button>
            )}
            {canChangeTime(action) && (
              <Button
                ref={changeButton}
                aria-expanded={isChanging}
                aria-label={`Change the time: ${name}`}
                variant="ghost"
                size="sm"
                className="pointer-coarse:h-11"
                disabled={isOffline}
                onClick={() => (isChanging ? close() : setChanging(true))}
              >
                Change the time
              </Button>
            )}
            <Button
              variant="ghost"
              size="sm"
              className="pointer-coarse:h-11"
              aria-label={`Discard: ${name}`}
              onClick={() => drop(action)}
            >
              Discard
            </Button>
          </div>
        </div>
        {isChanging && (
          <OfflineActionTime
            action={action}
            isBusy={isBusy}
            onSave={(changed) => void acceptIt(changed)}
            onClose={close}
          />
        )}
      </Notice>
    </div>
  );
}
