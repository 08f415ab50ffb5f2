'use client';

import { type ReactNode, useEffect, useState } from 'react';
import { FoldSummary } from '#/components/ui/fold-summary.tsx';

type Props = {
  /** One of them was filled in when the form was opened. */
  isUsed: boolean;
  /** One of them has an error: it opens by itself. */
  isWrong: boolean;
  children: ReactNode;
};

/** The rarely used fields of a form, collapsed. */
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
