'use client';

import { useSearchParams } from 'next/navigation';
import { useCallback, useEffect, useState } from 'react';
import { SCHEDULES_PATH } from '#/lib/client/alarm-view.ts';
import { readScheduleView, type ScheduleView, schedulesHref } from '#/lib/client/schedule-view.ts';

/**
 * Which schedules are listed, and which one is open. The address is read when something is pressed and changed without
 * asking the server for a page; the router hears of it a moment later, so it is not waited for.
 */
export function useScheduleView() {
  const query = useSearchParams();
  const [view, setView] = useState(() => readScheduleView(query));
  const heard = query.toString();
  useEffect(() => {
    const follow = () => setView((last) => subscription(last));
    // Read again at each change that the router hears of.
    if (heard === window.location.search.slice(1)) follow();
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, [heard]);
  const show = useCallback((change: Partial<ScheduleView>) => {
    if (window.location.pathname !== SCHEDULES_PATH) return;
    const before = addressed();
    const next = { ...before, ...change };
    setView(next);
    const isOpening = before.openId === null && next.openId !== null;
    window.history[isOpening ? 'pushState' : 'replaceState'](null, '', schedulesHref(next));
  }, []);
  return { view, show, isNewAsked: query.has('new') };
}

function addressed(): ScheduleView {
  return readScheduleView(new URLSearchParams(window.location.search));
}

function subscription(last: ScheduleView): ScheduleView {
  if (window.location.pathname !== SCHEDULES_PATH) return last;
  const next = addressed();
  return schedulesHref(next) === schedulesHref(last) ? last : next;
}
