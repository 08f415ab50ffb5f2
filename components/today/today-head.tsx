'use client';

import { PageHead } from '#/components/layout/page-head.tsx';
import { Button } from '#/components/ui/button.tsx';
import { IconButton } from '#/components/ui/icon-button.tsx';
import { weekNumber } from '#/lib/client/calendar/calendar.ts';
import { useMe, useStartBlockedReason } from '#/lib/client/live/use-live.tsx';
import { dayTitle } from '#/lib/client/time/format-time.ts';

type TodayHeadProps = {
  today: string;
  /** Opens the field; without a timer it is always there. */
  onCompose: (() => void) | null;
  onAdd: () => void;
};

/** The day, and buttons to add time to it. */
export function TodayHead({ today, onCompose, onAdd }: TodayHeadProps) {
  const { week_start: weekStart } = useMe().user;
  const rejection = useStartBlockedReason();
  const starting = { disabled: rejection !== null, title: rejection ?? undefined };
  return (
    <PageHead title={dayTitle(today)} facts={`Week ${weekNumber(today, weekStart)}`}>
      <Button variant="soft" icon="plus" keyLabel="A" aria-keyshortcuts="a" className="max-md:hidden" onClick={onAdd}>
        Add time
      </Button>
      <IconButton icon="clock" label="Add time" className="size-10 md:hidden" onClick={onAdd} />
      {onCompose && (
        <>
          <Button variant="soft" icon="play" keyLabel="N" {...starting} className="max-md:hidden" onClick={onCompose}>
            New timer
          </Button>
          <IconButton icon="plus" label="New timer" {...starting} className="size-10 md:hidden" onClick={onCompose} />
        </>
      )}
    </PageHead>
  );
}
