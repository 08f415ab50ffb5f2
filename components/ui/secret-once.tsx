'use client';

import { type ReactNode, useRef, useState } from 'react';
import { Button } from '#/components/ui/button.tsx';
import { useDiscardPrompt } from '#/components/ui/dialog/close-guard.tsx';

type Props = {
  secret: string;
  /** Its purpose, and that it is not shown again. */
  about: ReactNode;
  onDone: () => void;
};
type Copied = 'no' | 'yes' | 'by_hand';

const NOT_COPIED = { label: 'Close without copying? It won’t be shown again.', keep: 'Keep it open', close: 'Close' };

/** A new key or link, which can't be shown again. */
export function SecretOnce({ secret, about, onDone }: Props) {
  const [copied, setCopied] = useState<Copied>('no');
  const code = useRef<HTMLElement>(null);
  useDiscardPrompt(copied === 'no' ? NOT_COPIED : null);

  async function copy() {
    try {
      await navigator.clipboard.writeText(secret);
      setCopied('yes');
    } catch {
      // The clipboard is missing without https, or not allowed: select it, so that a key press copies it.
      if (code.current) window.getSelection()?.selectAllChildren(code.current);
      setCopied('by_hand');
    }
  }

  return (
    <div className="grid gap-4">
      <code
        ref={code}
        className="block rounded-md border border-line bg-sunken p-3 font-mono text-xs break-all select-all"
      >
        {secret}
      </code>
      <p className="text-text-2">{about}</p>
      <div className="flex items-center justify-end gap-2">
        <span role="status" className="mr-auto text-text-2">
          {copied === 'yes' && 'Copied'}
          {copied === 'by_hand' && 'Selected; press Ctrl+C'}
        </span>
        <Button type="button" onClick={onDone}>
          Done
        </Button>
        <Button type="button" variant="ink" data-autofocus onClick={copy}>
          Copy
        </Button>
      </div>
    </div>
  );
}
