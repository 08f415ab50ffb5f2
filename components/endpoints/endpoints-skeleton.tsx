import { SkeletonBar } from '#/components/ui/list/skeleton-bar.tsx';

/** Placeholders for the rows. */
export function EndpointsSkeleton() {
  return (
    <div aria-busy="true" className="grid animate-late grid-cols-1 gap-4 py-2">
      <span className="sr-only">Loading webhooks</span>
      {[0, 1].map((row) => (
        <div key={row} className="flex gap-8">
          <SkeletonBar className="h-4 w-64" />
          <SkeletonBar className="h-4 w-32" />
        </div>
      ))}
    </div>
  );
}
