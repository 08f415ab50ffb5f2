'use client';

import { type RefObject, useCallback } from 'react';
import { AlarmCountdown } from '#/components/alarms/drawer/alarm-countdown.tsx';
import { formatAttemptResult } from '#/components/alarms/drawer/format-attempt-result.ts';
import { alarmName, formatAlarmState, STATE_ICONS, STATE_TONES } from '#/components/alarms/format-alarm.ts';
import { CopyButton } from '#/components/ui/copy-button.tsx';
import { IconButton } from '#/components/ui/icon-button.tsx';
import { Kbd } from '#/components/ui/kbd.tsx';
import { LiveText } from '#/components/ui/live-text.tsx';
import { StateLabel } from '#/components/ui/state-label.tsx';
import type { ListedAlarmJson } from '#/lib/alarms/alarms/alarm-schemas.ts';
import type { AttemptJson } from '#/lib/alarms/attempts/attempt-schemas.ts';
import { formatDuration } from '#/lib/client/time/format-time.ts';

type AlarmDrawerHeadProps = {
  alarm: ListedAlarmJson;
  attempts: AttemptJson[] | null;
  heading: RefObject<HTMLHeadingElement | null>;
  onClose: () => void;
};

/** The alarm's name and state. */
export function AlarmDrawerHead({ alarm, attempts, heading, onClose }: AlarmDrawerHeadProps) {
  const state = alarm.status;
  return (
    <>
      <div className="flex min-h-6 items-center gap-2">
        <IconButton icon="back" label="Back to the list" className="-ml-2 md:hidden" onClick={onClose} />
        <StateLabel icon={STATE_ICONS[state]} tone={STATE_TONES[state]}>
          <StateText alarm={alarm} attempts={attempts} />
        </StateLabel>
        <span className="ml-auto flex items-center gap-2 max-md:hidden">
          <Kbd className="pointer-coarse:hidden">J</Kbd>
          <Kbd className="pointer-coarse:hidden">K</Kbd>
          <IconButton icon="close" label="Close" aria-keyshortcuts="Escape" onClick={onClose} />
        </span>
      </div>
      <h2 ref={heading} data-focus-home tabIndex={-1} className="mt-2 text-lg font-semibold wrap-anywhere outline-none">
        {alarmName(alarm)}
      </h2>
      <div className="flex items-center gap-1">
        <span className="truncate font-mono text-xs text-text-2">{alarm.id}</span>
        <CopyButton what="id" text={alarm.id} />
      </div>
      {state === 'scheduled' && (
        <div className="mt-2">
          <AlarmCountdown dueAt={Date.parse(alarm.due_at)} />
        </div>
      )}
    </>
  );
}

/** "Retrying, 3 of 8 attempts. Next in 38 s"; "Dead after 8 attempts. Last response: 404 Not Found". */
function StateText({ alarm, attempts }: Pick<AlarmDrawerHeadProps, 'alarm' | 'attempts'>) {
  const nextAt = alarm.next_attempt_at === null ? null : Date.parse(alarm.next_attempt_at);
  const next = useCallback(
    (now: number) => (nextAt === null || nextAt <= now ? '. Next now' : `. Next in ${formatDuration(nextAt - now)}`),
    [nextAt],
  );
  const last = attempts?.at(-1);
  const state = alarm.status;
  return (
    <>
      {formatAlarmState(alarm)}
      {state === 'retrying' && <LiveText text={next} phase={nextAt} />}
      {state === 'dead' && last && `. Last response: ${formatAttemptResult(last)}`}
    </>
  );
}
