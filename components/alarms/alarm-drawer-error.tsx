'use client';

import { Drawer } from '#/components/ui/drawer.tsx';
import { IconButton } from '#/components/ui/icon-button.tsx';
import { StateLabel } from '#/components/ui/state-label.tsx';
import { ApiProblem } from '#/lib/client/problem.ts';

/** An address that leads to no alarm, or nobody who answers. */
export function AlarmDrawerError({ error, onClose }: { error: Error; onClose: () => void }) {
  const isRefused = error instanceof ApiProblem;
  const isMissing = isRefused && (error.status === 404 || error.status === 400);
  return (
    <Drawer label="Alarm">
      <div className="px-4 py-4 md:px-6" role="alert">
        <div className="flex items-center justify-between">
          <StateLabel icon={isRefused ? 'warning' : 'offline'} tone="warn">
            {isMissing ? 'Not found' : 'No answer'}
          </StateLabel>
          <IconButton icon="close" label="Close" onClick={onClose} />
        </div>
        <h2 className="mt-2 text-lg font-semibold">
          {isMissing ? 'There is no such alarm.' : 'Can’t reach the server.'}
        </h2>
        <p className="mt-1 text-text-2">
          {isMissing
            ? 'It may have been deleted after the time finished alarms are kept, or belong to another workspace.'
            : 'This alarm is shown as soon as it answers.'}
        </p>
      </div>
    </Drawer>
  );
}
