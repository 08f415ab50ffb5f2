'use client';

import { useQuery } from '@tanstack/react-query';
import { Suspense, useCallback, useEffect, useState } from 'react';
import { reviewQuery } from '#/components/questions/review-queries.ts';
import { awaited, useAwaited } from '#/components/ui/use-awaited.ts';
import { useLazyModule } from '#/components/ui/use-lazy-module.ts';
import { REVIEW_KEY } from '#/lib/client/http/cache-keys.ts';
import { useFetchApi } from '#/lib/client/live/use-fetch-api.ts';
import { useLive, useMay } from '#/lib/client/live/use-live.tsx';
import { LazyModule } from '#/lib/client/offline/lazy-module.ts';
import { TIMERS_KEY } from '#/lib/client/timers/timer-keys.ts';

// Most people have nothing to review.
const NOTICE = awaited(() => import('#/components/questions/review-summary.tsx').then((part) => part.ReviewSummary));
const DIALOG = new LazyModule(() =>
  import('#/components/questions/review-dialog.tsx').then((part) => part.ReviewDialog),
);

/** Shows on every page, from its first frame, that timers ended without their owner, until each has been reviewed. */
export function ReviewBar() {
  const { client, onElsewhere } = useLive();
  const { data: timers = [] } = useQuery(reviewQuery(useFetchApi()));
  const [isOpen, setOpen] = useState(false);
  const open = useCallback(() => setOpen(true), []);
  const close = useCallback(() => setOpen(false), []);
  const ReviewDialog = useLazyModule(DIALOG, isOpen, close);
  const mayWrite = useMay('timers:write');
  const isAny = timers.length > 0;
  const ReviewSummary = useAwaited(NOTICE, isAny);
  useEffect(() => {
    const askAgain = () => void client.invalidateQueries({ queryKey: REVIEW_KEY });
    const unsubscribe = onElsewhere(({ type, timer }) => {
      if (timer.needs_review || type === 'timer.reviewed' || type === 'timer.corrected') askAgain();
    });
    // A timer corrected here, in any list, needs no review anymore.
    const unsubscribeMutations = client.getMutationCache().subscribe(({ type, mutation }) => {
      const isDone = type === 'updated' && mutation.state.status === 'success';
      if (isAny && isDone && mutation.options.mutationKey?.[0] === TIMERS_KEY[0]) askAgain();
    });
    return () => {
      unsubscribe();
      unsubscribeMutations();
    };
  }, [onElsewhere, client, isAny]);
  const [first] = timers;
  return (
    <>
      {first && (
        <Suspense>
          <ReviewSummary first={first} count={timers.length} onReview={mayWrite ? open : undefined} />
        </Suspense>
      )}
      {isOpen && ReviewDialog && <ReviewDialog timers={timers} onClose={close} />}
    </>
  );
}
