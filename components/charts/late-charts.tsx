'use client';

import { ChartGround } from '#/components/charts/chart-ground.tsx';
import { latePart } from '#/components/ui/late-part.tsx';

// Recharts is larger than most pages: it comes after the page that shows a chart, in room that is kept for it.

export const LineChart = latePart(
  () => import('#/components/charts/line-chart.tsx').then((file) => file.LineDrawing),
  <ChartGround />,
);
export const Histogram = latePart(
  () => import('#/components/charts/histogram.tsx').then((file) => file.HistogramDrawing),
  <ChartGround />,
);
export const StackedBars = latePart(
  () => import('#/components/charts/stacked-bars.tsx').then((file) => file.StackedBarsDrawing),
  <ChartGround />,
);
