import { ChartFrame } from '#/components/charts/chart-frame.tsx';
import { LineChart } from '#/components/charts/lazy-charts.tsx';
import { hourTicks } from '#/components/reports/day-scale.ts';
import type { TeamDayJson } from '#/lib/analytics/reports/team-day-schemas.ts';
import { useTimeStyle } from '#/lib/client/live/use-live.tsx';
import { timeOfDay } from '#/lib/client/time/format-time.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';

/** A label every this many hours. */
const LABEL_HOURS = 4;

/** How many timers were running in each minute of the day. */
export function ActiveTimers({ data }: { data: TeamDayJson }) {
  const style = useTimeStyle();
  const { active } = data;
  const from = Date.parse(data.from);
  const minutes = Math.round((Date.parse(data.to) - from) / MINUTE_MS);
  const values = Array.from({ length: minutes }, (_, minute) => active[minute] ?? null);
  const most = Math.max(0, ...active);
  const at = (minute: number) => timeOfDay(from + minute * MINUTE_MS, style);
  const finding =
    most === 0 ? 'none ran.' : `at most ${most.toLocaleString('en')} at once, first at ${at(active.indexOf(most))}.`;
  // One for each hour, most of them empty: on a day of 23 or 25 hours they are at their hours too.
  const labels = hourTicks(data, style).map(({ text }, hour) => (hour % LABEL_HOURS === 0 ? text : ''));
  return (
    <ChartFrame
      title="Active timers"
      unit="running at the start of each minute"
      finding={`Active timers: ${finding}`}
      table={{
        columns: ['Minute', 'Active timers'],
        rows: active.map((count, minute) => [at(minute), { label: count.toLocaleString('en'), value: count }]),
      }}
    >
      <LineChart series={[{ name: 'Active timers', look: 'solid', isFilled: true, values }]} labels={labels} />
    </ChartFrame>
  );
}
