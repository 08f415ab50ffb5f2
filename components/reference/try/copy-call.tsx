'use client';

import { useState } from 'react';
import { Button } from '#/components/ui/button.tsx';
import { COPY_BLOCKED, useClipboard } from '#/components/ui/use-clipboard.ts';

type Props = {
  what: string;
  /** Null if the call is invalid as filled in; its errors are shown by then. */
  text: () => string | null;
};

/** Copies the call. Also for signed-out visitors, who have no toasts. */
export function CopyCall({ what, text }: Props) {
  const [isCopied, copy] = useClipboard();
  const [isRejected, setRejected] = useState(false);
  const copyCall = async () => {
    const call = text();
    if (call !== null) setRejected(!(await copy(call)));
  };
  return (
    <div>
      <Button variant="ghost" size="sm" icon={isCopied ? 'check' : 'copy'} className="px-1" onClick={copyCall}>
        {isCopied ? 'Copied' : `Copy as ${what}`}
      </Button>
      <span role="status" className={isRejected ? 'block text-xs text-danger' : 'sr-only'}>
        {isRejected && `${COPY_BLOCKED.what} ${COPY_BLOCKED.next}`}
        {isCopied && 'Copied'}
      </span>
    </div>
  );
}
