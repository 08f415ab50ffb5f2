'use client';

import { type Snap, useSnap } from '#/components/calendar/use-snap.ts';
import { SNAPS } from '#/lib/client/calendar/calendar-drag.ts';

/** How exact drags and keys are. */
export function SnapChoice() {
  const [snap, choose] = useSnap();
  return (
    <label className="flex items-center gap-2 text-xs text-text-3 max-md:hidden">
      <span className="max-xl:sr-only">Snap to</span>
      <select
        value={snap}
        onChange={(event) => choose(Number(event.target.value) as Snap)}
        className="h-8 rounded-md border border-line-control bg-surface px-1.5 text-sm text-text"
      >
        {SNAPS.map((minutes) => (
          <option key={minutes} value={minutes}>
            {minutes} min
          </option>
        ))}
      </select>
    </label>
  );
}
