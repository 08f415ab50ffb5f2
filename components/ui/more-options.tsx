'use client';

import { type ReactNode, useEffect, useState } from 'react';
import { FoldSummary } from '#/components/ui/fold-summary.tsx';

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
      <FoldSummary className="font-medium text-text-2 hover:text-text">More options</FoldSummary>
      {children}
    </details>
  );
}
