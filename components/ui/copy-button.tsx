'use client';

import { useEffect, useState } from 'react';
import { Button } from '#/components/ui/button.tsx';
import { IconButton } from '#/components/ui/icon-button.tsx';
import { useLive } from '#/lib/client/live/use-live.tsx';

type CopyButtonProps = {
  /** What it copies, for its name: "id", "as cURL". */
  what: string;
  text: string;
  /** With words it is a button that shows them, without it is an icon. */
  showsWords?: boolean;
};

const SHOWN_MS = 2_000;

/** Copies, and says so for two seconds. */
export function CopyButton({ what, text, showsWords = false }: CopyButtonProps) {
  const { announcer, toasts } = useLive();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timeout = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timeout);
  }, [isCopied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      announcer.say('Copied');
    } catch {
      // No clipboard without https, or not allowed.
      toasts.show({ icon: 'warning', lead: 'Not copied:', text: 'this browser doesn’t allow it here.' });
    }
  };
  const icon = isCopied ? 'check' : 'copy';
  if (!showsWords) return <IconButton icon={icon} label={isCopied ? 'Copied' : `Copy ${what}`} onClick={copy} />;
  return (
    <Button variant="ghost" size="sm" icon={icon} className="px-1" onClick={copy}>
      {isCopied ? 'Copied' : `Copy ${what}`}
    </Button>
  );
}
