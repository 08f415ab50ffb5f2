import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { reviewActions } from '#/components/questions/review-actions.ts';
import { undoableQuery } from '#/components/questions/review-queries.ts';
import { useIsOffline, useLive, useTimeStyle } from '#/lib/client/live/use-live.tsx';

/** Answers that can be undone, and actions on them and on timers that ended without their owner. */
export function useReview() {
  const live = useLive();
  const style = useTimeStyle();
  const isDisabled = useIsOffline();
  const { data: answers = [], isLoading } = useQuery({ ...undoableQuery(live.http), staleTime: 0 });
  const [busyIds, setBusyIds] = useState<readonly string[]>([]);
  const actions = useMemo(() => reviewActions(live, style), [live, style]);
  /** Only one action per timer is in flight at a time. */
  const during = async (timerId: string, doing: Promise<void>) => {
    setBusyIds((others) => [...others, timerId]);
    await doing;
    setBusyIds((all) => all.filter((id) => id !== timerId));
  };
  const isBusy = (timerId: string) => busyIds.includes(timerId);
  return { answers, isLoading, isDisabled, isBusy, actions, during };
}
