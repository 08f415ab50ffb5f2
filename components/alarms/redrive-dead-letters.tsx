'use client';

import { useEffect, useState } from 'react';
import { useAlarmActions } from '#/components/alarms/use-alarm-actions.ts';
import { Button } from '#/components/ui/button.tsx';
import { Modal } from '#/components/ui/modal.tsx';
import type { DeadLetterChoice } from '#/lib/client/alarm-presses.ts';
import { counted } from '#/lib/client/time-words.ts';
import { useAlarmPresses } from '#/lib/client/use-alarm-presses.ts';

type RedriveDeadLettersProps = { choice: DeadLetterChoice; onClose: (isDone: boolean) => void };
type Count = { state: 'asking' | 'unknown' } | { state: 'known'; count: number };

/** Counts first, then asks once, since what is sent cannot be taken back. */
export function RedriveDeadLetters({ choice, onClose }: RedriveDeadLettersProps) {
  const { redriveDeadLetters } = useAlarmActions();
  const found = useCount(choice);
  const [isBusy, setBusy] = useState(false);
  const count = found.state === 'known' ? found.count : null;
  const confirm = () => {
    setBusy(true);
    void redriveDeadLetters(choice).finally(() => onClose(true));
  };
  return (
    <Modal role="alertdialog" title="Redrive dead letters?" onClose={() => onClose(false)}>
      <p aria-live="polite" className="text-text-2">
        {found.state === 'asking' && 'Counting them …'}
        {found.state === 'unknown' && 'Couldn’t count them. Try again when the server responds.'}
        {count === 0 && 'There is none left to redrive.'}
        {count !== null && count > 0 && (
          <>
            <b className="font-semibold text-text">{counted(count, 'dead letter')}</b> will be sent again now, with the
            ids they had, so that receivers can recognize repeats. This can’t be undone.
          </>
        )}
      </p>
      <div className="mt-6 flex justify-end gap-2">
        <Button data-autofocus onClick={() => onClose(false)}>
          Keep them
        </Button>
        <Button data-confirm variant="ink" disabled={!count} busy={isBusy} busyLabel="Redriving…" onClick={confirm}>
          {count ? `Redrive ${count}` : 'Redrive'}
        </Button>
      </div>
    </Modal>
  );
}

/** A dry run. */
function useCount(choice: DeadLetterChoice): Count {
  const alarmPresses = useAlarmPresses();
  const [found, setFound] = useState<Count>({ state: 'asking' });
  useEffect(() => {
    let isLeft = false;
    alarmPresses.countDeadLetters(choice).then(
      ({ count }) => !isLeft && setFound({ state: 'known', count }),
      () => !isLeft && setFound({ state: 'unknown' }),
    );
    return () => {
      isLeft = true;
    };
  }, [alarmPresses, choice]);
  return found;
}
