'use client';

import { StackedBars } from '#/components/charts/lazy-charts.tsx';
import { HoursFrame, type HoursProps } from '#/components/reports/hours-frame.tsx';
import { useMe, useToday } from '#/lib/client/live/use-live.tsx';

/** Time per day or per week, by part. */
export function HoursChart(props: HoursProps) {
  return <HoursFrame {...props} today={useToday()} weekStart={useMe().user.week_start} bars={StackedBars} canExport />;
}
