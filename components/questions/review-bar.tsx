'use client';

import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { reviewQuery } from '#/components/questions/review-queries.ts';
import { whyWords } from '#/components/questions/review-words.ts';
import { useAsk } from '#/components/tickets/use-ask.ts';
import { timerName } from '#/components/timers/use-timer-actions.ts';
import { Button } from '#/components/ui/button.tsx';
import { Notice } from '#/components/ui/notice.tsx';
import { useLate } from '#/components/ui/use-late.ts';
import { REVIEW_KEY } from '#/lib/client/cache-keys.ts';
import { Late } from '#/lib/client/late.ts';
import { counted } from '#/lib/client/time-words.ts';
import { TIMERS_KEY } from '#/lib/client/timer-keys.ts';
import { useLive, useMay } from '#/lib/client/use-live.tsx';

const DIALOG = new Late(() => import('#/components/questions/review-dialog.tsx').then((part) => part.ReviewDialog));

/** Says on every page, from its first frame, that timers ended without their owner, until each has been looked at. */
export function ReviewBar() {
  const { client, onElsewhere } = useLive();
  const { data: timers = [] } = useQuery(reviewQuery(useAsk()));
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const ReviewDialog = useLate(DIALOG, isOpen, close);
  const mayWrite = useMay('timers:write');
  const isAny = timers.length > 0;
  useEffect(() => {
    const askAgain = () => void client.invalidateQueries({ queryKey: REVIEW_KEY });
    const unhear = onElsewhere(({ type, timer }) => {
      if (timer.needs_review || type === 'timer.reviewed' || type === 'timer.corrected') askAgain();
    });
    // What is corrected here, in whatever list, is no longer to be looked at.
    const unwatch = client.getMutationCache().subscribe(({ type, mutation }) => {
      const isDone = type === 'updated' && mutation.state.status === 'success';
      if (isAny && isDone && mutation.options.mutationKey?.[0] === TIMERS_KEY[0]) askAgain();
    });
    return () => {
      unhear();
      unwatch();
    };
  }, [onElsewhere, client, isAny]);
  const [first] = timers;
  return (
    <>
      {first && (
        <Notice tone="warn" className="rounded-none border-b border-line px-4 md:px-8">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <p className="min-w-0">
              <b className="font-medium">{counted(timers.length, 'timer needs a look', 'timers need a look')}.</b>{' '}
              {timerName(first)}: {whyWords(first)}.
            </p>
            {mayWrite && (
              <Button size="sm" variant="soft" className="md:ml-auto pointer-coarse:h-11" onClick={() => setOpen(true)}>
                Review…
              </Button>
            )}
          </div>
        </Notice>
      )}
      {isOpen && ReviewDialog && <ReviewDialog timers={timers} onClose={close} />}
    </>
  );
}
