'use client';

import { useState } from 'react';
import { AS_TIME } from '#/components/settings/format-setting-value.ts';
import { weekdayName } from '#/components/settings/setting-labels.ts';
import { Switch } from '#/components/ui/form/switch.tsx';
import { TypedField } from '#/components/ui/form/typed-field.tsx';
import type { MeJson } from '#/lib/accounts/me/me-schemas.ts';

type Hours = MeJson['user']['working_hours'];
type Props = {
  hours: Hours;
  check: (hours: Hours) => string | undefined;
  error: string | undefined;
  onChange: (hours: Hours) => void;
};

const OFFICE = { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:30' };
const WEEK = [1, 2, 3, 4, 5, 6, 7];

/** A person's working hours, in their own zone: at the end they are asked whether they are still working. */
export function WorkingHours({ hours, check, error, onChange }: Props) {
  // A start that is rejected because of the end next to it is sent again with the next end.
  const [times, setTimes] = useState<Partial<typeof OFFICE>>({});
  const { days, from, to } = { ...(hours ?? OFFICE), ...times };
  const toggle = (day: number) => {
    const others = days.filter((one) => one !== day);
    const next = others.length < days.length ? others : [...days, day].sort();
    // A week has at least one working day.
    if (next.length > 0) onChange({ days: next, from, to });
  };
  const take = (time: { from: string } | { to: string }) => {
    setTimes({ from, to, ...time });
    onChange({ days, from, to, ...time });
  };
  return (
    <div className="grid gap-3">
      <Switch
        label="Ask at the end of my working hours"
        hint="Once, if a timer is still running then."
        isOn={hours !== null}
        onChange={(isOn) => {
          setTimes({});
          onChange(isOn ? OFFICE : null);
        }}
      />
      {hours && (
        <div className="grid gap-3 pl-10">
          <fieldset className="flex flex-wrap gap-x-4 gap-y-2">
            <legend className="mb-1 font-medium">On</legend>
            {WEEK.map((day) => (
              <label key={day} className="flex items-center gap-2 pointer-coarse:min-h-10">
                <input
                  type="checkbox"
                  checked={days.includes(day)}
                  onChange={() => toggle(day)}
                  className="size-4 accent-ink"
                />
                <span aria-hidden="true">{weekdayName(day).slice(0, 3)}</span>
                <span className="sr-only">{weekdayName(day)}</span>
              </label>
            ))}
          </fieldset>
          <div className="grid max-w-[240px] grid-cols-2 gap-4">
            <TypedField
              {...AS_TIME}
              label="From"
              type="time"
              name="work_from"
              value={from}
              error={undefined}
              onChange={(from) => take({ from })}
            />
            <TypedField
              {...AS_TIME}
              label="To"
              type="time"
              name="work_to"
              value={to}
              check={(to) => check({ days, from, to })}
              error={error}
              onChange={(to) => take({ to })}
            />
          </div>
        </div>
      )}
    </div>
  );
}
