'use client';

import { type ReactNode, useEffect, useState } from 'react';
import { Icon } from '#/components/ui/icon.tsx';

type Props = {
  /** Something in it was filled in when the form was opened. */
  isUsed: boolean;
  /** Something in it is wrong: it opens by itself. */
  isWrong: boolean;
  children: ReactNode;
};

/** The fields of a form that most people do without, folded away. */
export function MoreOptions({ isUsed, isWrong, children }: Props) {
  const [isOpen, setOpen] = useState(isUsed);
  useEffect(() => {
    if (isWrong) setOpen(true);
  }, [isWrong]);
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)} className="group">
      <summary className="flex h-8 w-fit cursor-pointer list-none items-center gap-1.5 rounded-md font-medium text-text-2 hover:text-text [&::-webkit-details-marker]:hidden">
        <Icon name="chevronRight" className="group-open:rotate-90" />
        More options
      </summary>
      {children}
    </details>
  );
}
