import { SkeletonBar } from '#/components/ui/list/skeleton-bar.tsx';

/** The list in its final places, without text. It appears only when the response takes a moment. */
export function WeeksSkeleton() {
  return (
    <div aria-busy="true" className="animate-late max-md:-mx-4 md:pt-8">
      <span className="sr-only">Loading weeks</span>
      {['w-28', 'w-36', 'w-24'].map((width) => (
        <div key={width} className="flex h-14 items-center gap-6 border-b border-line px-4 md:h-12 md:px-2">
          <SkeletonBar className={`h-3.5 ${width}`} />
          <SkeletonBar className="h-3.5 w-32 max-md:hidden" />
          <SkeletonBar className="ml-auto h-3.5 w-20" />
          <SkeletonBar className="h-7 w-40 max-md:hidden" />
        </div>
      ))}
    </div>
  );
}
