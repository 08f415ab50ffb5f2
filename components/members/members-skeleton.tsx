import { SkeletonBar } from '#/components/ui/list/skeleton-bar.tsx';

const ROWS = [
  ['a', 'w-28'],
  ['b', 'w-36'],
  ['c', 'w-24'],
  ['d', 'w-32'],
] as const;

/** The list in its final places, without its words. It appears only when the response takes a moment. */
export function MembersSkeleton() {
  return (
    <div aria-busy="true" className="animate-late max-md:-mx-4 md:pt-8">
      <span className="sr-only">Loading members</span>
      {ROWS.map(([key, width]) => (
        <div key={key} className="flex h-14 items-center gap-6 border-b border-line px-4 md:h-12 md:px-2">
          <span className="size-6 shrink-0 rounded-full bg-hover" />
          <SkeletonBar className={`h-3.5 ${width}`} />
          <SkeletonBar className="ml-auto h-3.5 w-16 shrink-0" />
          <SkeletonBar className="h-3.5 w-20 shrink-0 max-md:hidden" />
          <SkeletonBar className="h-3.5 w-32 shrink-0 max-md:hidden" />
        </div>
      ))}
    </div>
  );
}
