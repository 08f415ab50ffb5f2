'use client';

import { Button } from '#/components/ui/button.tsx';
import { IconButton } from '#/components/ui/icon-button.tsx';
import { COPY_BLOCKED, useClipboard } from '#/components/ui/use-clipboard.ts';
import { useLive } from '#/lib/client/live/use-live.tsx';

type CopyButtonProps = {
  /** The copied content, for the button's name: "id", "as cURL". */
  what: string;
  text: string;
  /** Whether it is a button with text instead of an icon. */
  showsLabel?: boolean;
};

/** Copies, and shows that for two seconds. */
export function CopyButton({ what, text, showsLabel: showsWords = false }: CopyButtonProps) {
  const { announcer, toasts } = useLive();
  const [isCopied, write] = useClipboard();
  const copy = async () => {
    if (await write(text)) announcer.announce('Copied');
    else toasts.show({ icon: 'warning', lead: COPY_BLOCKED.what, text: COPY_BLOCKED.next });
  };
  const icon = isCopied ? 'check' : 'copy';
  if (!showsWords) return <IconButton icon={icon} label={isCopied ? 'Copied' : `Copy ${what}`} onClick={copy} />;
  return (
    <Button variant="ghost" size="sm" icon={icon} className="px-1" onClick={copy}>
      {isCopied ? 'Copied' : `Copy ${what}`}
    </Button>
  );
}
