import { classNames } from '#/components/ui/class-names.ts';
import { SkeletonBar } from '#/components/ui/list/skeleton-bar.tsx';

const ROWS = [
  ['a', 'w-48'],
  ['b', 'w-56'],
  ['c', 'w-40'],
  ['d', 'w-64'],
  ['e', 'w-44'],
  ['f', 'w-52'],
] as const;

type Props = {
  /** The listed items: "tickets". */
  noun: string;
  /** Rows of two lines. */
  isTall?: boolean;
};

/** The list in its final places, without text. It appears only when the response takes a moment. */
export function ListSkeleton({ noun, isTall = false }: Props) {
  return (
    <div aria-busy="true" className="animate-late max-md:-mx-4 md:pt-8">
      <span className="sr-only">Loading {noun}</span>
      {ROWS.map(([key, width]) => (
        <div
          key={key}
          className={classNames(
            'flex h-14 items-center gap-6 border-b border-line px-4 md:px-2',
            isTall ? 'md:h-14' : 'md:h-10',
          )}
        >
          <SkeletonBar className="h-3.5 w-16 shrink-0" />
          <SkeletonBar className={`h-3.5 ${width}`} />
          <SkeletonBar className="ml-auto h-3.5 w-20 shrink-0" />
          <SkeletonBar className="h-3.5 w-20 shrink-0 max-md:hidden" />
          <SkeletonBar className="h-3.5 w-24 shrink-0 max-md:hidden" />
        </div>
      ))}
    </div>
  );
}
