'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount } from '#/components/alarms/format-alarm.ts';
import { useAlarmSource } from '#/components/alarms/use-alarm-source.ts';
import { alarmsWait, formatDraining } from '#/components/receivers/format-receiver.ts';
import { useReceiverActions } from '#/components/receivers/use-receiver-actions.ts';
import { Button } from '#/components/ui/button.tsx';
import { Modal } from '#/components/ui/dialog/modal.tsx';
import type { ReceiverJson } from '#/lib/alarms/receivers/receiver-schemas.ts';
import { dueSoonQuery } from '#/lib/client/receivers/receiver-queries.ts';
import type { ReceiverRow } from '#/lib/client/receivers/receiver-rows.ts';
import { counted } from '#/lib/client/time/format-time.ts';

type Props = { row: ReceiverRow; onClose: () => void };

/** The effect of pausing, or resuming, before it is done. */
export function ToggleReceiver({ row, onClose }: Props) {
  const { pause, resume } = useReceiverActions();
  const [opened] = useState(row);
  const [isBusy, setBusy] = useState(false);
  const { receiver } = opened;
  const isPaused = receiver?.paused === true;
  const confirm = () => {
    setBusy(true);
    void (isPaused ? resume(row) : pause(row)).then(onClose);
  };
  return (
    <Modal role="alertdialog" title={`${isPaused ? 'Resume' : 'Pause'} delivery?`} onClose={onClose}>
      <div className="grid gap-3 text-text-2 wrap-anywhere">
        <p className={opened.kind === 'workspace' ? 'font-medium text-text' : 'font-mono text-xs text-text'}>
          {opened.name}
        </p>
        {isPaused ? <ResumeText receiver={receiver} /> : <PauseText row={opened} />}
      </div>
      <div className="mt-6 flex justify-end gap-2">
        <Button data-autofocus onClick={onClose}>
          {isPaused ? 'Keep it paused' : 'Keep sending'}
        </Button>
        <Button
          data-confirm
          variant="ink"
          busy={isBusy}
          busyLabel={isPaused ? 'Resuming…' : 'Pausing…'}
          onClick={confirm}
        >
          {isPaused ? 'Resume' : 'Pause'}
        </Button>
      </div>
    </Modal>
  );
}

function PauseText({ row }: { row: ReceiverRow }) {
  const waiting = row.receiver?.waiting_count ?? 0;
  return (
    <>
      {waiting > 0 && <p>{alarmsWait(waiting)} already.</p>}
      <p aria-live="polite" className="min-h-5">
        {row.kind === 'endpoint' ? <DeliveredText row={row} /> : <DueSoon origin={row.target.origin ?? null} />}
      </p>
      <p>
        Requests in flight finish. The rest wait until you resume; nothing is lost. Deadlines still apply in the
        meantime.
      </p>
    </>
  );
}

/** An endpoint's deliveries depend on events: the last day shows how many to expect. */
function DeliveredText({ row }: { row: ReceiverRow }) {
  if (!row.endpoint) return 'Its deliveries wait.';
  const { delivered, failed, retrying } = row.endpoint.last_24h;
  const count = delivered + failed + retrying;
  return `${counted(count, 'delivery', 'deliveries')} in the last 24\u00a0h. New ones wait.`;
}

function DueSoon({ origin }: { origin: string | null }) {
  const { data } = useQuery(dueSoonQuery(useAlarmSource(), origin));
  if (data === undefined) return 'Counting upcoming alarms…';
  if (data.count === 0 && !data.isAtLeast) return 'No alarms are due in the next 24\u00a0h.';
  const alarms = data.count === 1 ? '1 alarm is due' : `${formatCount(data.count)} alarms are due`;
  return `${data.isAtLeast ? 'At least ' : ''}${alarms} in the next 24\u00a0h.`;
}

function ResumeText({ receiver }: { receiver: ReceiverJson }) {
  const isLimited = receiver.max_per_second !== null || receiver.max_concurrency !== null;
  const they = receiver.waiting_count === 1 ? 'It is' : 'They are';
  if (receiver.waiting_count === 0) return <p>Nothing is waiting. Alarms are sent as they become due.</p>;
  return (
    <>
      <p>
        {alarmsWait(receiver.waiting_count)}. {they} sent after alarms that become due, {formatDraining(receiver)}.
      </p>
      {!isLimited && <p>To spread the load, set a limit per second first.</p>}
    </>
  );
}
