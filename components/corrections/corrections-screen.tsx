'use client';

import { useCallback, useMemo, useRef, useState } from 'react';
import { BulkEditor } from '#/components/corrections/bulk-editor.tsx';
import { CorrectionQueue } from '#/components/corrections/correction-queue.tsx';
import { FindForm } from '#/components/corrections/find-form.tsx';
import { OpenTimer } from '#/components/corrections/open-timer.tsx';
import { useChosen } from '#/components/corrections/use-chosen.ts';
import { useQueue } from '#/components/corrections/use-queue.ts';
import { useSavedDrafts } from '#/components/corrections/use-saved-drafts.ts';
import { PageHead } from '#/components/layout/page-head.tsx';
import { TimerStrip } from '#/components/timers/timer-strip.tsx';
import { Button } from '#/components/ui/button.tsx';
import { classNames } from '#/components/ui/class-names.ts';
import { IconButton } from '#/components/ui/icon-button.tsx';
import {
  correctionsHref,
  type Find,
  isCorrectionsPath,
  openIdIn,
  readFind,
} from '#/lib/client/corrections/correction-view.ts';
import { useMay, useShortcuts } from '#/lib/client/live/use-live.tsx';
import { useUrlState } from '#/lib/client/page/use-url-state.ts';

/** Recorded time that may be wrong, or results of a search, and the timer being corrected; for admins. */
export function CorrectionsScreen() {
  return useMay('admin:corrections') ? <Corrections /> : <ForAdmins />;
}

function Corrections() {
  const { view, show } = useUrlState(PLACE);
  const { find, openId } = view;
  const savedDrafts = useSavedDrafts();
  const queue = useQueue(find);
  const chosen = useChosen(queue.rows);
  const finder = useRef<HTMLButtonElement>(null);
  const [isFinding, setFinding] = useState(find !== null);
  const open = useCallback((id: string | null) => show({ openId: id }), [show]);
  const startFinding = useCallback(() => {
    setFinding(true);
    // On screens narrower than a desktop the form has no room next to a timer.
    if (openId && !window.matchMedia('(min-width: 80rem)').matches) open(null);
  }, [openId, open]);
  useShortcuts(useMemo(() => ({ f: startFinding }), [startFinding]));
  return (
    <>
      <PageHead title="Corrections">
        <Button
          ref={finder}
          variant="soft"
          icon="members"
          keyLabel="F"
          className="max-md:hidden"
          onClick={startFinding}
        >
          Find a member’s day
        </Button>
        <IconButton icon="search" label="Find a member’s day" className="size-10 md:hidden" onClick={startFinding} />
        <TimerStrip />
      </PageHead>
      <div className="xl:grid xl:min-h-[calc(100dvh-48px)] xl:grid-cols-[304px_minmax(0,1fr)]">
        <div
          className={classNames('min-w-0 pt-4 pb-16', openId !== null && 'max-xl:hidden', 'xl:border-r xl:border-line')}
        >
          {isFinding && (
            <FindForm
              find={find}
              onFind={(next) => show({ find: next })}
              onClose={() => {
                setFinding(false);
                show({ find: null });
                finder.current?.focus();
              }}
            />
          )}
          <CorrectionQueue
            find={find}
            queue={queue}
            chosen={chosen}
            openId={openId}
            begun={savedDrafts.ids}
            onOpen={open}
          />
        </div>
        {chosen.rows.length > 0 && (
          <section aria-label="Selected timers" className="min-w-0 px-4 pt-4 pb-16 md:px-8 md:pt-6">
            <BulkEditor chosen={chosen} />
          </section>
        )}
        {chosen.rows.length === 0 && openId === null && <NothingOpen />}
        {chosen.rows.length === 0 && openId !== null && (
          <OpenTimer key={openId} id={openId} savedDrafts={savedDrafts} onClose={() => open(null)} />
        )}
      </div>
    </>
  );
}

/** The search and the open timer; Back returns to each. */
type Place = { find: Find | null; openId: string | null };
const PLACE = {
  read: (query: URLSearchParams, path: string): Place => ({ find: readFind(query), openId: openIdIn(path) }),
  toHref: ({ find, openId }: Place) => correctionsHref(find, openId),
  isHere: isCorrectionsPath,
  isStep: () => true,
};

function ForAdmins() {
  return (
    <>
      <PageHead title="Corrections">
        <TimerStrip />
      </PageHead>
      <div className="px-4 py-16 md:px-8">
        <p className="text-lg font-semibold">Only admins can correct other people’s time.</p>
        <p className="mt-1 text-text-2">You can edit your own on Today and in the calendar.</p>
      </div>
    </>
  );
}

function NothingOpen() {
  return (
    <section aria-label="Open timer" className="px-8 py-16 text-text-2 max-xl:hidden">
      <p className="font-semibold text-text">Select a timer on the left.</p>
      <p className="mt-1">Its times, the effect of a change, and its history are shown here.</p>
      <p className="mt-1">Press X to select several and correct them together.</p>
    </section>
  );
}
