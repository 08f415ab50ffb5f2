'use client';

import type { ReactNode } from 'react';
import { Button } from '#/components/ui/button.tsx';
import { classNames } from '#/components/ui/class-names.ts';
import { Notice } from '#/components/ui/notice.tsx';

type Props = {
  /** Their version. */
  children: ReactNode;
  className?: string;
  onTake: () => void;
  onKeep: () => void;
};

/** Something was changed elsewhere since this was begun: both versions are shown, and nothing is overwritten unseen. */
export function ConflictNotice({ children, className, onTake, onKeep }: Props) {
  return (
    <Notice
      tone="warn"
      className={classNames(
        'max-md:grid max-md:grid-cols-[auto_minmax(0,1fr)] max-md:items-start max-md:[&>svg]:mt-0.5',
        className,
      )}
      action={
        <div className="flex gap-2 max-md:col-start-2">
          <Button size="sm" className="pointer-coarse:h-11" onClick={onTake}>
            Take theirs
          </Button>
          <Button size="sm" className="pointer-coarse:h-11" onClick={onKeep}>
            Keep yours
          </Button>
        </div>
      }
    >
      {children} What you typed is still here.
    </Notice>
  );
}
