'use client';

import { useSearchParams } from 'next/navigation';
import { useUrlState } from '#/lib/client/page/use-url-state.ts';
import { readScheduleView, type ScheduleView, schedulesHref } from '#/lib/client/schedules/schedule-view.ts';

const PLACE = {
  read: readScheduleView,
  toHref: schedulesHref,
  isOpening: (from: ScheduleView, to: ScheduleView) => from.openId === null && to.openId !== null,
};

/** The listed schedules, and the open one. */
export function useScheduleView() {
  const { view, show } = useUrlState(PLACE);
  return { view, show, isNewAsked: useSearchParams().has('new') };
}
