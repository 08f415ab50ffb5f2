'use client';

import { ZoneBar } from '#/components/accounts/zone-bar.tsx';
import { LateBar } from '#/components/layout/late-parts.tsx';
import { ReviewBar } from '#/components/questions/review-bar.tsx';
import { MaintenanceBar } from '#/components/timers/maintenance-bar.tsx';
import type { RememberedZones } from '#/lib/client/device-zone.ts';

/** What holds for every page, above it. */
export function NoticeBars({ remembered }: { remembered: RememberedZones }) {
  return (
    <section data-notices aria-label="Notices" className="grid empty:hidden">
      <LateBar />
      <ReviewBar />
      <MaintenanceBar />
      <ZoneBar remembered={remembered} />
    </section>
  );
}
