'use client';

import { Switch } from '#/components/ui/form/switch.tsx';
import { TextField } from '#/components/ui/form/text-field.tsx';
import type { PreferencesJson } from '#/lib/notifications/preferences/preferences-schemas.ts';

type Hours = PreferencesJson['quiet_hours'];
type Props = { hours: Hours; error: string | undefined; onChange: (hours: Hours) => void };
const NIGHT = { from: '22:00', to: '07:00' };

/** When push and mail wait, in the person's own zone. */
export function QuietHours({ hours, error, onChange }: Props) {
  const { from, to } = hours ?? NIGHT;
  const change = (next: NonNullable<Hours>) => {
    // A partly typed field is empty; twice the same time would mean never or always.
    if (next.from && next.to && next.from !== next.to) onChange(next);
  };
  return (
    <div className="grid gap-3">
      <Switch
        label="Quiet hours"
        hint="In your time zone. Push and email wait until they end, except for the end of a phase, which isn’t announced."
        isOn={hours !== null}
        onChange={(isOn) => onChange(isOn ? NIGHT : null)}
      />
      <div className="grid max-w-[340px] grid-cols-2 gap-4 pl-10">
        <TextField
          key={`from ${from}`}
          label="From"
          type="time"
          name="quiet_from"
          disabled={!hours}
          defaultValue={from}
          error={error}
          onChange={(event) => change({ from: event.target.value, to })}
        />
        <TextField
          key={`to ${to}`}
          label="To"
          type="time"
          name="quiet_to"
          disabled={!hours}
          defaultValue={to}
          onChange={(event) => change({ from, to: event.target.value })}
        />
      </div>
    </div>
  );
}
