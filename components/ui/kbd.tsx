import type { ReactNode } from 'react';
import { classNames } from '#/components/ui/class-names.ts';

/** A key to press, as a hint. Read out by `aria-keyshortcuts` of the control, so hidden here. */
export function Kbd({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'inline-flex h-[18px] min-w-[18px] shrink-0 items-center justify-center rounded-sm border border-line bg-surface px-1 font-sans text-2xs font-medium whitespace-nowrap text-text-3',
        className,
      )}
    >
      {children}
    </span>
  );
}
