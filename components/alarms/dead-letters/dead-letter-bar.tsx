'use client';

import { useState } from 'react';
import { RedriveDeadLetters } from '#/components/alarms/dead-letters/redrive-dead-letters.tsx';
import { Button } from '#/components/ui/button.tsx';
import type { DeadLetterChoice } from '#/lib/client/alarms/alarm-mutations.ts';
import { type AlarmView, windowStart } from '#/lib/client/alarms/alarm-view.ts';
import { useLive } from '#/lib/client/live/use-live.tsx';
import { useNeedsServer } from '#/lib/client/offline/use-needs-server.ts';
import { counted } from '#/lib/client/time/format-time.ts';

type DeadLetterBarProps = { view: AlarmView; chosen: ReadonlySet<string>; onRedriven: () => void };

/** Redrives the selected dead letters, or all that match the window and the search. */
export function DeadLetterBar({ view, chosen, onRedriven }: DeadLetterBarProps) {
  const { clock } = useLive();
  const needsServer = useNeedsServer();
  const [dialog, setDialog] = useState<DeadLetterChoice | null>(null);
  const ask = needsServer(() => setDialog(chosen.size > 0 ? { ids: [...chosen] } : allOf(view, clock.now())));
  return (
    <div className="flex h-12 items-center gap-2 border-b border-line max-md:px-4 group-data-beside/list:xl:pr-6">
      <p className="min-w-0 truncate text-text-3">
        {chosen.size > 0
          ? `${counted(chosen.size, 'dead letter')} selected`
          : 'Kept as long as finished alarms, or until redriven'}
      </p>
      <Button variant="soft" size="sm" icon="retry" className="ml-auto" onClick={ask}>
        {chosen.size > 0 ? `Redrive ${chosen.size}` : 'Redrive all'}
      </Button>
      {dialog && (
        <RedriveDeadLetters
          choice={dialog}
          onClose={(isDone) => {
            setDialog(null);
            if (isDone) onRedriven();
          }}
        />
      )}
    </div>
  );
}

/** Up to this instant, so that exactly the counted ones are redriven. */
function allOf({ search, window }: AlarmView, serverNow: number): DeadLetterChoice {
  return {
    ...(search && { name: search }),
    finished_from: new Date(windowStart(window, serverNow)).toISOString(),
    finished_to: new Date(serverNow).toISOString(),
  };
}
