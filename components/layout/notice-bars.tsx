'use client';

import { ZoneBar } from '#/components/accounts/zone-bar.tsx';
import { MaintenanceBar } from '#/components/timers/maintenance-bar.tsx';

/** What holds for every page, above it. */
export function NoticeBars() {
  return (
    <section aria-label="Notices" className="grid empty:hidden">
      <MaintenanceBar />
      <ZoneBar />
    </section>
  );
}
