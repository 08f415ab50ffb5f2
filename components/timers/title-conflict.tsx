'use client';

import type { TitleEdit } from '#/components/timers/use-title-edit.ts';
import { ConflictNotice } from '#/components/ui/dialog/conflict-notice.tsx';

/** Below the field of a title: what another device has saved since typing began. */
export function TitleConflict({ edit: { theirs, draft, end, keep } }: { edit: TitleEdit }) {
  return (
    <ConflictNotice className="mt-2 max-w-xl" onTake={end} onKeep={() => keep(draft.current?.text ?? '')}>
      {theirs
        ? `It was renamed to “${theirs}” in another tab or on another device.`
        : 'Its title was removed in another tab or on another device.'}
    </ConflictNotice>
  );
}
