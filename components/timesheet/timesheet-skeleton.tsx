import { SkeletonBar } from '#/components/ui/list/skeleton-bar.tsx';

const NAMES = ['w-[260px]', 'w-[230px]', 'w-[248px]', 'w-[190px]', 'w-[290px]'];

/** The rows in their places, without text. It appears only when the response takes a moment. */
export function TimesheetSkeleton() {
  return (
    <div aria-busy="true" className="animate-late">
      <span className="sr-only">Loading timesheet</span>
      <div className="h-8 border-b border-line" />
      {NAMES.map((width) => (
        <div key={width} className="flex h-10 items-center gap-6 border-b border-line px-2 max-md:h-14">
          <SkeletonBar className={`h-3.5 ${width}`} />
          <SkeletonBar className="ml-auto h-3.5 w-14 shrink-0" />
        </div>
      ))}
    </div>
  );
}
