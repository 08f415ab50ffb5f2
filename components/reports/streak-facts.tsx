'use client';

import { useQuery } from '@tanstack/react-query';
import { FactTable } from '#/components/reports/fact-table.tsx';
import type { StreakJson } from '#/lib/analytics/streaks/streak-schemas.ts';
import { useFetchApi } from '#/lib/client/live/use-fetch-api.ts';
import { useToday } from '#/lib/client/live/use-live.tsx';
import { streakQuery } from '#/lib/client/reports/report-queries.ts';
import { daysTitle } from '#/lib/client/reports/report-view.ts';
import { counted, formatDuration } from '#/lib/client/time/format-time.ts';

/** For one member: today, this week, and for how many days in a row they have tracked time. */
export function StreakFacts({ userId }: { userId: string }) {
  const today = useToday();
  const { data } = useQuery(streakQuery(useFetchApi(), userId));
  const run = ({ days, from, to }: StreakJson['current']) =>
    from && to ? `${counted(days, 'day')}, ${daysTitle({ from, to }, today)}` : 'none';
  return (
    <FactTable
      title="Today and streaks"
      facts={[
        ['Today', data ? againstTarget(data.today) : '–'],
        ['This week', data ? againstTarget(data.week) : '–'],
        ['Streak', data ? run(data.current) : '–'],
        ['Longest streak', data ? run(data.longest) : '–'],
      ]}
    />
  );
}

function againstTarget({ tracked_ms, target_ms }: Pick<StreakJson['today'], 'tracked_ms' | 'target_ms'>): string {
  const tracked = tracked_ms > 0 ? formatDuration(tracked_ms) : '–';
  return target_ms === null ? tracked : `${tracked} of ${formatDuration(target_ms)}`;
}
