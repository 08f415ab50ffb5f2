'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { FocusParts } from '#/components/reports/focus-parts.tsx';
import { PomodoroParts } from '#/components/reports/pomodoro-parts.tsx';
import { ReportBar } from '#/components/reports/report-bar.tsx';
import { ReportFrame } from '#/components/reports/report-frame.tsx';
import { ReportsSkeleton } from '#/components/reports/reports-skeleton.tsx';
import { useReportView } from '#/components/reports/use-report-view.ts';
import { ListError } from '#/components/ui/list/list-error.tsx';
import { useFetchApi } from '#/lib/client/live/use-fetch-api.ts';
import { useMe } from '#/lib/client/live/use-live.tsx';
import { focusReportQuery, pomodoroReportQuery } from '#/lib/client/reports/report-queries.ts';
import { reportFilterQuery } from '#/lib/client/reports/report-view.ts';

/** How well plans were kept, how long people worked at a time, and what interrupted them. */
export function PomodoroScreen() {
  const { view, days, show } = useReportView();
  const me = useMe().user;
  const get = useFetchApi();
  const query = useMemo(() => reportFilterQuery(view, days, me.id), [view, days, me.id]);
  const pomodoro = useQuery(pomodoroReportQuery(get, query));
  const focus = useQuery(focusReportQuery(get, query));
  // The placeholder is of another period: an error of this one has no figures.
  const focusError = focus.error && (focus.isPlaceholderData || !focus.data) ? focus.error : null;
  return (
    <ReportFrame>
      <ReportBar view={view} days={days} asOf={pomodoro.data?.as_of ?? null} query={query} levels={0} onShow={show} />
      {!pomodoro.data && pomodoro.error && (
        <ListError noun="report" error={pomodoro.error} meanwhile="Timers keep counting." />
      )}
      {!pomodoro.data && !pomodoro.error && <ReportsSkeleton />}
      {pomodoro.data && (
        <>
          <div className="gray-while-busy" aria-busy={pomodoro.isPlaceholderData}>
            <PomodoroParts data={pomodoro.data} days={days} />
          </div>
          {focusError && (
            <div className="mt-8">
              <ListError noun="focus" error={focusError} size="part" />
            </div>
          )}
          {focus.data && !focusError && (
            <div className="gray-while-busy" aria-busy={focus.isPlaceholderData}>
              <FocusParts data={focus.data} days={days} />
            </div>
          )}
        </>
      )}
    </ReportFrame>
  );
}
