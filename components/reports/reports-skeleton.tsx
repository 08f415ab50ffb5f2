import { HOURS_HEIGHT_PX } from '#/components/reports/hours-frame.tsx';
import { WORK_HOURS_HEIGHT_PX } from '#/components/reports/work-hours.tsx';
import { YEAR_HEIGHT_PX } from '#/components/reports/year-chart.tsx';
import { SkeletonBar } from '#/components/ui/list/skeleton-bar.tsx';

const FIGURES = ['tracked', 'per-day', 'timers', 'session', 'pomodoro'];
const ROWS = ['w-3/4', 'w-2/3', 'w-4/5', 'w-1/2'];
/** The height of a chart's title line. */
const HEAD_PX = 36;

/** The report in its final places, without its figures. It appears only when the response takes a moment. */
export function ReportsSkeleton() {
  return (
    <div aria-busy="true" className="animate-late">
      <span className="sr-only">Loading the report</span>
      <div className="grid grid-cols-2 border-y border-line md:grid-cols-3 xl:grid-cols-5">
        {FIGURES.map((key) => (
          <div key={key} className="flex h-[88px] flex-col justify-center gap-2">
            <SkeletonBar className="h-3 w-16" />
            <SkeletonBar className="h-6 w-28" />
          </div>
        ))}
      </div>
      {[HOURS_HEIGHT_PX, WORK_HOURS_HEIGHT_PX, YEAR_HEIGHT_PX].map((height) => (
        <div key={height} className="mt-6 grid gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,752fr)_minmax(0,376fr)]">
          <div className="border-b border-line" style={{ height: height + HEAD_PX }}>
            <SkeletonBar className="h-3.5 w-28" />
          </div>
          <div className="grid content-start gap-4 pt-10">
            {ROWS.map((width) => (
              <SkeletonBar key={width} className={`h-3.5 ${width}`} />
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
