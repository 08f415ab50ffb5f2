'use client';

import { useCallback } from 'react';
import { formatDayTime, formatRelative } from '#/components/alarms/format-alarm.ts';
import { classNames } from '#/components/ui/class-names.ts';
import { Segmented } from '#/components/ui/form/segmented.tsx';
import { TextField } from '#/components/ui/form/text-field.tsx';
import { Icon } from '#/components/ui/icon.tsx';
import { LiveText } from '#/components/ui/live-text.tsx';
import { readWhen, type TypedWhen } from '#/lib/client/alarms/alarm-when.ts';
import { useMe, useTimeStyle } from '#/lib/client/live/use-live.tsx';
import { zoneName } from '#/lib/client/time/format-time.ts';

type WhenFieldsProps = {
  when: TypedWhen;
  onChange: (change: Partial<TypedWhen>) => void;
  /** The error, after an attempt to submit. */
  error?: string | undefined;
};

const KINDS = [
  ['in', 'After a delay'],
  ['at', 'At a set time'],
] as const;

/** When: after a delay, or at a date and time in the person's zone. Shows the resulting instant below. */
export function WhenFields({ when, onChange, error }: WhenFieldsProps) {
  const { time_zone: timeZone } = useMe().user;
  const read = readWhen(when, timeZone);
  const wrong = error && !read.ok ? read.field : null;
  return (
    <div className="grid gap-2">
      <Segmented label="When" options={KINDS} value={when.kind} onChange={(kind) => onChange({ kind })} />
      {when.kind === 'in' ? (
        <TextField
          label="Delay"
          name="length"
          autoComplete="off"
          data-autofocus
          placeholder="10m, 1h30, 45s"
          value={when.length}
          onChange={(event) => onChange({ length: event.target.value })}
          aria-invalid={error ? true : undefined}
        />
      ) : (
        <div className="grid grid-cols-2 items-start gap-2">
          <TextField
            label="Day"
            name="date"
            type="date"
            value={when.date}
            onChange={(event) => onChange({ date: event.target.value })}
            aria-invalid={wrong === 'date' ? true : undefined}
          />
          <TextField
            label="Time"
            name="time"
            autoComplete="off"
            data-autofocus
            placeholder="17:46"
            value={when.time}
            onChange={(event) => onChange({ time: event.target.value })}
            aria-invalid={error && wrong !== 'date' ? true : undefined}
          />
        </div>
      )}
      <p aria-live="polite" className={classNames('flex min-h-4 gap-1.5 text-xs text-text-3', error && 'text-danger')}>
        {error && <Icon name="warning" className="size-4" />}
        {error ?? (read.ok && <DueText dueAt={read.dueAt} />)}
      </p>
    </div>
  );
}

/** "Fires 19 Nov 2026, 17:46:00 CET, in 3 h". */
function DueText({ dueAt }: { dueAt: (serverNow: number) => number }) {
  const style = useTimeStyle();
  const text = useCallback(
    (now: number) => {
      const at = Math.ceil(dueAt(now));
      if (at <= now) return 'This time is in the past';
      const distance = formatRelative(at, now);
      return `Fires ${formatDayTime(at, style)} ${zoneName(at, style.timeZone)}${distance ? `, ${distance}` : ''}`;
    },
    [dueAt, style],
  );
  return <LiveText text={text} />;
}
