import { dehydrate } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { fetchApi } from '#/app/_server/page-api.ts';
import { findActor } from '#/app/_server/require-actor.ts';
import { createWorkspaceAction, editSettingsAction, switchWorkspaceAction } from '#/app/(app)/account-actions.ts';
import { findMe, localCycle, zonesOfDevice } from '#/app/find-me.ts';
import { LazyOfflinePreparation, LazyTimerWatch } from '#/components/layout/lazy-parts.tsx';
import { PageData } from '#/components/layout/page-data.tsx';
import { Shell } from '#/components/layout/shell.tsx';
import { reviewQuery } from '#/components/questions/review-queries.ts';
import { AccountActions } from '#/components/settings/account-actions.tsx';
import { newQueryClient } from '#/lib/client/http/query-client.ts';
import { LiveProvider } from '#/lib/client/live/use-live.tsx';
import { CURRENT_KEY } from '#/lib/client/timers/timer-keys.ts';
import { currentPath } from '#/lib/client/timers/timer-queries.ts';
import { zoneCourse } from '#/lib/core/zone-course.ts';

export default async function AppLayout({ children }: { children: ReactNode }) {
  // The page redirects signed-out visitors to sign in, and knows the path to return to; a layout does not.
  if (!(await findActor())) return children;
  const client = newQueryClient();
  // Every page shows the running timer, and what needs attention, in its first frame.
  const [me] = await Promise.all([
    findMe(),
    client.prefetchQuery({ queryKey: CURRENT_KEY, queryFn: () => fetchApi(currentPath) }),
    client.prefetchQuery(reviewQuery(async <T,>(path: `/${string}`) => (await fetchApi(path)) as T)),
  ]);
  if (!me) return children;
  return (
    <LiveProvider
      me={me}
      localCycle={await localCycle()}
      zone={zoneCourse(me.user.time_zone, Date.parse(me.server_time))}
    >
      <PageData state={dehydrate(client)}>
        <AccountActions
          editSettings={editSettingsAction}
          switchWorkspace={switchWorkspaceAction}
          createWorkspace={createWorkspaceAction}
        >
          <Shell zones={await zonesOfDevice()}>{children}</Shell>
        </AccountActions>
        <LazyTimerWatch />
        <LazyOfflinePreparation />
      </PageData>
    </LiveProvider>
  );
}
