'use client';

import { LazyOfflineQueueBar } from '#/components/layout/lazy-parts.tsx';
import { ReviewBar } from '#/components/questions/review-bar.tsx';
import { ZoneBar } from '#/components/settings/zone-bar.tsx';
import { MaintenanceBar } from '#/components/today/maintenance-bar.tsx';
import type { RememberedZones } from '#/lib/client/time/device-zone.ts';

/** Notices that apply to every page, above it. */
export function NoticeBars({ remembered }: { remembered: RememberedZones }) {
  return (
    <section data-notices aria-label="Notices" className="grid empty:hidden">
      <LazyOfflineQueueBar />
      <ReviewBar />
      <MaintenanceBar />
      <ZoneBar remembered={remembered} />
    </section>
  );
}
