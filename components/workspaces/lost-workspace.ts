'use client';

import { useEffect } from 'react';
import { takeLostWorkspace } from '#/lib/client/live/lost-workspace.ts';
import { useLive } from '#/lib/client/live/use-live.tsx';

/**
 * Shows people who were removed from a workspace, or disabled in it, which workspace they are in now. Waits until the
 * page is visible.
 */
export function LostWorkspace(): null {
  const { me, toasts } = useLive();
  useEffect(() => {
    const showToast = () => {
      if (document.visibilityState === 'hidden') return;
      document.removeEventListener('visibilitychange', showToast);
      const lost = takeLostWorkspace(me.current());
      if (lost === null) return;
      const { name } = me.current().workspace;
      toasts.show({
        icon: 'warning',
        lead: `You no longer have access to ${lost}.`,
        text: `You’re now in ${name}.`,
      });
    };
    document.addEventListener('visibilitychange', showToast);
    showToast();
    return () => document.removeEventListener('visibilitychange', showToast);
  }, [me, toasts]);
  return null;
}
