'use client';

import { useSearchParams } from 'next/navigation';
import { readScheduleView, type ScheduleView, schedulesHref } from '#/lib/client/schedule-view.ts';
import { useUrlState } from '#/lib/client/use-url-state.ts';

const PLACE = {
  read: readScheduleView,
  toHref: schedulesHref,
  isOpening: (from: ScheduleView, to: ScheduleView) => from.openId === null && to.openId !== null,
};

/** Which schedules are listed, and which one is open. */
export function useScheduleView() {
  const { view, show } = useUrlState(PLACE);
  return { view, show, isNewAsked: useSearchParams().has('new') };
}
