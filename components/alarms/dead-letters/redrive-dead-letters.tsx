'use client';

import { useCallback, useEffect, useState } from 'react';
import { useAlarmActions } from '#/components/alarms/use-alarm-actions.ts';
import { Button } from '#/components/ui/button.tsx';
import { Modal } from '#/components/ui/dialog/modal.tsx';
import type { DeadLetterChoice } from '#/lib/client/alarms/alarm-mutations.ts';
import { useAlarmMutations } from '#/lib/client/alarms/use-alarm-mutations.ts';
import { counted } from '#/lib/client/time/format-time.ts';

type RedriveDeadLettersProps = { choice: DeadLetterChoice; onClose: (isDone: boolean) => void };
type Count = { state: 'loading' | 'unknown' } | { state: 'known'; count: number };

/** Counts first, then asks once, since sending cannot be undone. */
export function RedriveDeadLetters({ choice, onClose }: RedriveDeadLettersProps) {
  const { redriveDeadLetters } = useAlarmActions();
  const { found, countAgain } = useCount(choice);
  const [isBusy, setBusy] = useState(false);
  const count = found.state === 'known' ? found.count : null;
  const confirm = () => {
    setBusy(true);
    void redriveDeadLetters(choice).finally(() => onClose(true));
  };
  return (
    <Modal role="alertdialog" title="Redrive dead letters?" onClose={() => onClose(false)}>
      <p aria-live="polite" className="text-text-2">
        {found.state === 'loading' && 'Counting…'}
        {found.state === 'unknown' && 'Couldn’t count them. The server isn’t responding.'}
        {count === 0 && 'No dead letters left.'}
        {count !== null && count > 0 && (
          <>
            <b className="font-semibold text-text">{counted(count, 'dead letter')}</b> will be sent again now with the
            same IDs, so receivers can recognize repeats. This can’t be undone.
          </>
        )}
      </p>
      <div className="mt-6 flex justify-end gap-2">
        <Button data-autofocus onClick={() => onClose(false)}>
          Keep them
        </Button>
        <Button
          data-confirm
          variant="ink"
          disabled={!count && found.state !== 'unknown'}
          busy={isBusy}
          busyLabel="Redriving…"
          onClick={found.state === 'unknown' ? countAgain : confirm}
        >
          {found.state === 'unknown' ? 'Try again' : count ? `Redrive ${count}` : 'Redrive'}
        </Button>
      </div>
    </Modal>
  );
}

/** A dry run, repeated on request. */
function useCount(choice: DeadLetterChoice) {
  const alarmMutations = useAlarmMutations();
  const [found, setFound] = useState<Count>({ state: 'loading' });
  const count = useCallback(() => {
    let isLeft = false;
    setFound({ state: 'loading' });
    alarmMutations.countDeadLetters(choice).then(
      (response) => !isLeft && setFound({ state: 'known', count: response.count }),
      () => !isLeft && setFound({ state: 'unknown' }),
    );
    return () => {
      isLeft = true;
    };
  }, [alarmMutations, choice]);
  useEffect(count, [count]);
  return { found, countAgain: () => void count() };
}
