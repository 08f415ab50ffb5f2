'use client';

import { Suspense } from 'react';
import { awaited, useAwaited } from '#/components/ui/use-awaited.ts';
import { useMe } from '#/lib/client/live/use-live.tsx';

// Rarely shown.
const NOTICE = awaited(() =>
  import('#/components/today/maintenance-banner.tsx').then((part) => part.MaintenanceBanner),
);

/** Nothing can be started or resumed in this workspace until its admins enable timers again. */
export function MaintenanceBar() {
  const { timers_disabled_at: since } = useMe().workspace;
  const MaintenanceBanner = useAwaited(NOTICE, since !== null);
  if (!since) return null;
  return (
    <Suspense>
      <MaintenanceBanner since={since} />
    </Suspense>
  );
}
