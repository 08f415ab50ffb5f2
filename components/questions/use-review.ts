import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { reviewActions } from '#/components/questions/review-actions.ts';
import { undoableQuery } from '#/components/questions/review-queries.ts';
import { useIsOffline, useLive, useTimeStyle } from '#/lib/client/live/use-live.tsx';

/** What can be undone, and what can be done about it and about timers that ended without their owner. */
export function useReview() {
  const live = useLive();
  const style = useTimeStyle();
  const isDisabled = useIsOffline();
  const { data: answers = [], isLoading } = useQuery({ ...undoableQuery(live.http), staleTime: 0 });
  const [pressed, setPressed] = useState<readonly string[]>([]);
  const actions = useMemo(() => reviewActions(live, style), [live, style]);
  /** Of one timer only one press at a time is on its way. */
  const during = async (timerId: string, doing: Promise<void>) => {
    setPressed((others) => [...others, timerId]);
    await doing;
    setPressed((all) => all.filter((id) => id !== timerId));
  };
  const isBusy = (timerId: string) => pressed.includes(timerId);
  return { answers, isLoading, isDisabled, isBusy, actions, during };
}
