'use client';

import { useEffect, useState } from 'react';

const SHOWN_MS = 2_000;
/** The message if the browser does not allow it. */
export const COPY_BLOCKED = {
  what: 'The browser didn’t allow copying.',
  next: 'Open this site over https, or allow it to use the clipboard.',
};

/** Copies, and returns for two seconds that it did. False when the browser does not allow it, as without https. */
export function useClipboard(): [isCopied: boolean, copy: (text: string) => Promise<boolean>] {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timeout = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timeout);
  }, [isCopied]);
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      return true;
    } catch {
      return false;
    }
  };
  return [isCopied, copy];
}
