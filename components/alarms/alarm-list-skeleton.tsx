import { SkeletonBar } from '#/components/ui/list/skeleton-bar.tsx';

const ROWS = [
  ['a', 'w-28'],
  ['b', 'w-20'],
  ['c', 'w-24'],
  ['d', 'w-32'],
  ['e', 'w-20'],
  ['f', 'w-28'],
  ['g', 'w-24'],
  ['h', 'w-36'],
] as const;

/** The list in its final places, without its words. It appears only when the response takes a moment. */
export function AlarmListSkeleton() {
  return (
    <div aria-busy="true" className="animate-late max-md:-mx-4 md:pt-8">
      <span className="sr-only">Loading alarms</span>
      {ROWS.map(([key, width]) => (
        <div key={key} className="flex h-14 items-center gap-6 border-b border-line px-4 md:h-10 md:px-2">
          <SkeletonBar className="h-3.5 w-22 shrink-0" />
          <SkeletonBar className={`h-3.5 ${width}`} />
          <SkeletonBar className="ml-auto h-3.5 w-14 shrink-0" />
          <SkeletonBar className="h-3.5 w-32 shrink-0 max-md:hidden" />
          <SkeletonBar className="h-3.5 w-14 shrink-0 max-md:hidden" />
        </div>
      ))}
    </div>
  );
}
