'use client';

import { lazyPart } from '#/components/ui/lazy-part.tsx';

// Recharts is larger than most pages: it loads after the page that shows a chart, in reserved room.

export const LineChart = lazyPart(
  () => import('#/components/charts/line-chart.tsx').then((file) => file.LineDrawing),
  <ChartGround />,
);
export const Histogram = lazyPart(
  () => import('#/components/charts/histogram.tsx').then((file) => file.HistogramDrawing),
  <ChartGround />,
);
export const StackedBars = lazyPart(
  () => import('#/components/charts/stacked-bars.tsx').then((file) => file.StackedBarsDrawing),
  <ChartGround />,
);

/** The axis of a chart that is still loading. */
function ChartGround() {
  return (
    <div aria-hidden="true" className="absolute inset-x-0 top-2 bottom-6 flex flex-col justify-between pl-9">
      <span className="border-t border-line" />
      <span className="border-t border-line" />
      <span className="border-t border-line" />
    </div>
  );
}
