'use client';

import { useMemo, useState } from 'react';
import { AbortAlarm } from '#/components/alarms/drawer/abort-alarm.tsx';
import { RescheduleAlarm } from '#/components/alarms/drawer/reschedule-alarm.tsx';
import { useAlarmActions } from '#/components/alarms/use-alarm-actions.ts';
import { Button } from '#/components/ui/button.tsx';
import type { ListedAlarmJson } from '#/lib/alarms/alarms/alarm-schemas.ts';
import { actionsOf } from '#/lib/client/alarms/alarm-state.ts';
import { useShortcuts } from '#/lib/client/live/use-live.tsx';
import { useNeedsServer } from '#/lib/client/offline/use-needs-server.ts';

type AlarmActionsProps = {
  alarm: ListedAlarmJson;
  /** Null until the whole alarm is loaded. */
  onDuplicate: (() => void) | null;
};

/** The possible actions on the alarm. R retries or redrives, Backspace aborts. */
export function AlarmActions({ alarm, onDuplicate }: AlarmActionsProps) {
  const [dialog, setDialog] = useState<'abort' | 'reschedule' | null>(null);
  const [isRedriving, setRedriving] = useState(false);
  const { redrive } = useAlarmActions();
  const needsServer = useNeedsServer();
  const actions = actionsOf(alarm.status);
  const may = (action: (typeof actions)[number]) => actions.includes(action);
  const canRedrive = may('try_now') || may('redrive');
  const again = useMemo(
    () =>
      needsServer(() => {
        setRedriving(true);
        void redrive(alarm).finally(() => setRedriving(false));
      }),
    [needsServer, redrive, alarm],
  );
  const canRepeat = may('duplicate');
  const repeat = useMemo(() => needsServer(() => onDuplicate?.()), [needsServer, onDuplicate]);
  const ask = useMemo(() => needsServer(setDialog), [needsServer]);
  const canAbort = may('abort');
  useShortcuts(
    useMemo(
      () => ({
        r: canRepeat ? repeat : canRedrive && !isRedriving ? again : undefined,
        backspace: canAbort ? () => ask('abort') : undefined,
      }),
      [canRepeat, repeat, canRedrive, isRedriving, again, canAbort, ask],
    ),
  );
  const shared = { size: 'sm' } as const;
  return (
    <div className="mt-3 flex flex-wrap gap-2 empty:hidden *:[button]:pointer-coarse:h-10">
      {(actions.includes('try_now') || actions.includes('redrive')) && (
        <Button {...shared} icon="retry" keyLabel="R" busy={isRedriving} busyLabel="Sending…" onClick={again}>
          {actions.includes('try_now') ? 'Try now' : 'Redrive'}
        </Button>
      )}
      {actions.includes('duplicate') && (
        <Button {...shared} icon="retry" keyLabel="R" disabled={!onDuplicate} onClick={repeat}>
          Duplicate
        </Button>
      )}
      {actions.includes('reschedule') && (
        <Button {...shared} variant="soft" icon="calendar" onClick={() => ask('reschedule')}>
          Reschedule
        </Button>
      )}
      {actions.includes('abort') && (
        <Button
          {...shared}
          variant="danger"
          icon="discard"
          keyLabel="⌫"
          className="ml-auto"
          onClick={() => ask('abort')}
        >
          Abort
        </Button>
      )}
      {dialog === 'abort' && <AbortAlarm alarm={alarm} onClose={() => setDialog(null)} />}
      {dialog === 'reschedule' && <RescheduleAlarm alarm={alarm} onClose={() => setDialog(null)} />}
    </div>
  );
}
