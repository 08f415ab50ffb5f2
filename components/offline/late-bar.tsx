'use client';

import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { LateTime } from '#/components/offline/late-time.tsx';
import { acceptWords, pressWords } from '#/components/offline/late-words.ts';
import { useLateAnswers } from '#/components/offline/use-late-answers.ts';
import { useFocusAfter } from '#/components/questions/use-focus-after.ts';
import { Button } from '#/components/ui/button.tsx';
import { Notice } from '#/components/ui/notice.tsx';
import { canChangeTime } from '#/lib/client/change-late.ts';
import { keepOnLeaving } from '#/lib/client/keep-press.ts';
import { type AskedPress, hearLateChanges, KeptPresses } from '#/lib/client/kept-presses.ts';
import { showKept } from '#/lib/client/lay-over.ts';
import { sendWhenBack } from '#/lib/client/send-when-back.ts';
import { useIsOffline, useLive, useTimeStyle } from '#/lib/client/use-live.tsx';

const LOOK = 'items-start rounded-none border-b border-line px-4 md:px-8 [&>svg]:mt-1.5';

/**
 * What was pressed without a connection: what waits for the server in one line, and a question for each press that was not
 * done by itself. Fetched after the page with all that sends, so that it is there when the line is lost.
 */
export function LateBar() {
  const live = useLive();
  const [kept] = useState(() => new KeptPresses(live.late));
  const { waiting, asked } = useSyncExternalStore(
    hearLateChanges,
    () => kept.read(),
    () => kept.read(),
  );
  useEffect(() => showKept(live, kept), [live, kept]);
  useEffect(() => sendWhenBack(live, kept), [live, kept]);
  useEffect(() => keepOnLeaving(live.late), [live]);
  const style = useTimeStyle();
  return (
    <>
      {waiting.length > 0 && (
        <Notice icon="sync" className={LOOK}>
          <p className="py-1">
            {waiting.map((press) => pressWords(press, style)).join(', ')}.{' '}
            <span className="text-text-2">Sent when you are back, with the time you pressed.</span>
          </p>
        </Notice>
      )}
      {asked.map((press) => (
        <Question key={press.key} kept={kept} press={press} />
      ))}
    </>
  );
}

/** Stays until it is answered, on this device. */
function Question({ kept, press }: { kept: KeptPresses; press: AskedPress }) {
  const style = useTimeStyle();
  const isOffline = useIsOffline();
  const [isBusy, setBusy] = useState(false);
  const [isChanging, setChanging] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const changeButton = useRef<HTMLButtonElement>(null);
  useFocusAfter(box);
  const { accept, drop } = useLateAnswers(kept);
  const canAccept = press.proposal !== null || press.isUntried === true;
  const acceptIt = async (meant = press) => {
    setBusy(true);
    await accept(meant);
    setBusy(false);
  };
  const close = () => {
    setChanging(false);
    // Offline the button takes no focus.
    box.current?.focus({ preventScroll: true });
    changeButton.current?.focus();
  };
  return (
    <div ref={box} tabIndex={-1} className="outline-none">
      <Notice icon="warning" className={LOOK}>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="min-w-0 py-1">
            <b className="font-medium">{pressWords(press, style)}</b> failed. {press.why}
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
                {acceptWords(press, style)}
              </Button>
            )}
            {canChangeTime(press) && (
              <Button
                ref={changeButton}
                aria-expanded={isChanging}
                variant="ghost"
                size="sm"
                className="pointer-coarse:h-11"
                disabled={isOffline}
                onClick={() => (isChanging ? close() : setChanging(true))}
              >
                Change the time
              </Button>
            )}
            <Button variant="ghost" size="sm" className="pointer-coarse:h-11" onClick={() => drop(press)}>
              Leave it
            </Button>
          </div>
        </div>
        {isChanging && (
          <LateTime press={press} isBusy={isBusy} onSave={(changed) => void acceptIt(changed)} onClose={close} />
        )}
      </Notice>
    </div>
  );
}
