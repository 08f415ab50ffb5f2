import type { ReactNode } from 'react';
import { classNames } from '#/components/ui/class-names.ts';
import { Icon } from '#/components/ui/icon.tsx';

/** The summary of a `details` with class `group`: a chevron, and its contents. */
export function FoldSummary({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <summary
      className={classNames(
        'flex min-h-8 w-fit cursor-pointer list-none items-center gap-1.5 rounded-md pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden',
        className,
      )}
    >
      <Icon name="chevronRight" className="text-text-3 group-open:rotate-90" />
      <span>{children}</span>
    </summary>
  );
}
