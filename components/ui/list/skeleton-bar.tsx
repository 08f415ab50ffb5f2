import { classNames } from '#/components/ui/class-names.ts';

/** A placeholder for text. */
export function SkeletonBar({ className }: { className: string }) {
  return <span className={classNames('block max-w-full rounded-sm bg-hover', className)} />;
}
