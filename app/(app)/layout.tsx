import type { ReactNode } from 'react';
import { Shell } from '#/components/layout/shell.tsx';
import { TimerWatch } from '#/components/timers/timer-watch.tsx';
import type { MeJson } from '#/lib/accounts/me-schemas.ts';
import { findActor } from '#/lib/accounts/require-actor.ts';
import { fetchApi } from '#/lib/api/page-api.ts';
import { LiveProvider } from '#/lib/client/use-live.tsx';

export default async function AppLayout({ children }: { children: ReactNode }) {
  // The page sends strangers to sign in, and knows where they wanted to go; a layout does not.
  if (!(await findActor())) return children;
  const me = (await fetchApi('/me')) as MeJson;
  return (
    <LiveProvider me={me}>
      <Shell>{children}</Shell>
      <TimerWatch />
    </LiveProvider>
  );
}
