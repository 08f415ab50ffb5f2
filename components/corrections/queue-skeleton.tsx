import { SkeletonBar } from '#/components/ui/list/skeleton-bar.tsx';

/** The queue in its final places, without text. It appears only when the response takes a moment. */
export function QueueSkeleton() {
  return (
    <div aria-busy="true" className="animate-late">
      <span className="sr-only">Loading timers</span>
      {['w-28', 'w-24', 'w-32'].map((width) => (
        <div key={width} className="grid h-[76px] content-center gap-2 border-t border-line px-4 md:pl-8">
          <SkeletonBar className={`h-3.5 ${width}`} />
          <SkeletonBar className="h-3 w-40" />
        </div>
      ))}
    </div>
  );
}
