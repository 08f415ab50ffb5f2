import { SkeletonBar } from '#/components/ui/list/skeleton-bar.tsx';

const FIGURES = ['due', 'fired', 'retrying', 'dead', 'queue', 'lateness'];
const CHARTS = ['w-28', 'w-20', 'w-24'];

/** The page in its final places, without its figures. It appears only when the response takes a moment. */
export function OperationsSkeleton() {
  return (
    <div aria-busy="true" className="animate-late">
      <span className="sr-only">Loading figures</span>
      <div className="grid grid-cols-2 border-y border-line md:grid-cols-3 xl:grid-cols-6">
        {FIGURES.map((key) => (
          <div key={key} className="flex h-[88px] flex-col justify-center gap-2">
            <SkeletonBar className="h-3 w-16" />
            <SkeletonBar className="h-6 w-20" />
          </div>
        ))}
      </div>
      <div className="mt-6 grid gap-8 lg:grid-cols-3">
        {CHARTS.map((width) => (
          <div key={width} className="h-56 border-b border-line">
            <SkeletonBar className={`h-3.5 ${width}`} />
          </div>
        ))}
      </div>
    </div>
  );
}
