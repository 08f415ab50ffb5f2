'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ChartFrame } from '#/components/charts/chart-frame.tsx';
import { Heatmap, heatmapHeight } from '#/components/charts/heatmap.tsx';
import { dayCell, durationCell } from '#/components/reports/chart-cells.ts';
import { ListError } from '#/components/ui/list/list-error.tsx';
import { addDays } from '#/lib/client/calendar/calendar.ts';
import { dayOfMonth, monthName } from '#/lib/client/calendar/format-calendar.ts';
import { useFetchApi } from '#/lib/client/live/use-fetch-api.ts';
import { useMe, useToday } from '#/lib/client/live/use-live.tsx';
import { yearGrid } from '#/lib/client/reports/report-figures.ts';
import { dailyTotalsQuery } from '#/lib/client/reports/report-queries.ts';
import { type ReportView, reportQuery, yearDays } from '#/lib/client/reports/report-view.ts';
import { counted, dayTitle, formatDuration, shortWeekday } from '#/lib/client/time/format-time.ts';

const CELL_PX = 13;
const WEEK_DAYS = 7;
export const YEAR_HEIGHT_PX = heatmapHeight(WEEK_DAYS, CELL_PX);

/** Each day of the last year, darker for longer; with the same person and filters as the report. */
export function YearChart({ view }: { view: ReportView }) {
  const today = useToday();
  const me = useMe().user;
  const get = useFetchApi();
  const query = useMemo(() => {
    // The parts are irrelevant: there are the fewest types.
    return reportQuery({ ...view, by: 'type' }, yearDays(today, me.week_start), me.id);
  }, [view, today, me]);
  const { data, error } = useQuery(dailyTotalsQuery(get, query));
  if (!data) {
    return (
      <div style={{ height: YEAR_HEIGHT_PX + 36 }}>{error && <ListError noun="year" error={error} size="part" />}</div>
    );
  }
  const grid = yearGrid(data.days, me.week_start);
  const weeks = grid[0]?.length ?? 0;
  const first = data.days[0]?.date ?? today;
  const year = today.slice(0, 4);
  const used = data.days.filter(({ tracked_ms }) => tracked_ms > 0);
  const sum =
    used.length === 0 ? 'Nothing tracked' : `${formatDuration(data.tracked_ms)} on ${counted(used.length, 'day')}`;
  return (
    <ChartFrame
      title="The last year"
      unit={sum}
      height={YEAR_HEIGHT_PX}
      finding={`The last year: ${sum}.`}
      table={{
        columns: ['Day', 'Tracked'],
        rows: used.map(({ date, tracked_ms }) => [dayCell(date, year), durationCell(tracked_ms)]),
      }}
      isNewestFirst
    >
      <Heatmap
        rows={grid.map((_, row) => {
          const weekday = shortWeekday(addDays(first, row));
          return { id: weekday, name: row % 2 === 0 ? weekday : '' };
        })}
        columns={Array.from({ length: weeks }, (_, week) => {
          const monday = addDays(first, week * WEEK_DAYS);
          return { id: monday, name: dayOfMonth(monday) <= WEEK_DAYS ? monthName(monday).slice(0, 3) : '' };
        })}
        cells={grid.map((row) =>
          row.map(
            (day) => day && { level: day.level, label: `${dayTitle(day.date, year)}: ${formatDuration(day.ms)}` },
          ),
        )}
        rowHeight={CELL_PX}
        columnWidth={CELL_PX}
        isScale
      />
    </ChartFrame>
  );
}
