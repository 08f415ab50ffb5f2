'use client';

import { type Snap, useSnap } from '#/components/calendar/use-snap.ts';
import { SNAPS } from '#/lib/client/calendar/calendar-drag.ts';

/** The precision of drags and keys. */
export function SnapChoice() {
  const [snap, choose] = useSnap();
  return (
    <label className="grid content-center justify-items-center gap-0.5 text-2xs text-text-3">
      Snap to
      <select
        value={snap}
        onChange={(event) => choose(Number(event.target.value) as Snap)}
        className="h-6 w-15 rounded-sm border border-line-control bg-surface text-2xs text-text pointer-coarse:h-8"
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
