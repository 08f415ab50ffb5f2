'use client';

import { Drawer } from '#/components/ui/dialog/drawer.tsx';
import { IconButton } from '#/components/ui/icon-button.tsx';
import { ListError } from '#/components/ui/list/list-error.tsx';
import { StateLabel } from '#/components/ui/state-label.tsx';
import { ApiProblem } from '#/lib/client/http/problem.ts';

/** A URL without an alarm, or a server that does not respond. */
export function AlarmDrawerError({ error, onClose }: { error: Error; onClose: () => void }) {
  const isMissing = error instanceof ApiProblem && (error.status === 404 || error.status === 400);
  return (
    <Drawer label="Alarm">
      <div className="flex items-start justify-between gap-3 px-4 py-4 md:px-6">
        {isMissing ? (
          <NoSuchAlarm />
        ) : (
          <ListError noun="alarm" error={error} size="part" meanwhile="Alarms still fire." />
        )}
        <IconButton icon="close" label="Close" onClick={onClose} />
      </div>
    </Drawer>
  );
}

function NoSuchAlarm() {
  return (
    <div role="alert">
      <StateLabel icon="warning" tone="warn">
        Not found
      </StateLabel>
      <h2 className="mt-2 text-lg font-semibold">This alarm doesn’t exist.</h2>
      <p className="mt-1 text-text-2">Its retention period may have passed, or it may belong to another workspace.</p>
    </div>
  );
}
