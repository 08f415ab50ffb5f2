'use client';

import { SaveStatus } from '#/components/settings/save-status.tsx';
import { clockName, hourName, weekdayName } from '#/components/settings/setting-labels.ts';
import { TimeZoneField } from '#/components/settings/time-zone-field.tsx';
import { useSaving } from '#/components/settings/use-saving.ts';
import { useEditSettings } from '#/components/settings/use-settings.ts';
import { Segmented } from '#/components/ui/form/segmented.tsx';
import { SelectField } from '#/components/ui/form/select-field.tsx';
import { HOUR_CYCLES } from '#/lib/accounts/users/user.ts';
import { useLive, useMe } from '#/lib/client/live/use-live.tsx';
import { THEME_CHOICES, THEME_LABELS, type ThemeChoice } from '#/lib/client/page/theme.ts';

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const THEMES = THEME_CHOICES.map((choice) => [choice, THEME_LABELS[choice]] as const);

/** Zone, week, day, clock and theme; each is saved when it is chosen. */
export function TimeSettings({ zones }: { zones: string[] }) {
  const { localCycle } = useLive();
  const saving = useSaving(useMe().user, useEditSettings());
  const { shown, save, errorOf } = saving;
  const hourCycle = shown.hour_cycle ?? localCycle;
  return (
    <div className="grid max-w-[640px] gap-4">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TimeZoneField
          zones={zones}
          value={shown.time_zone}
          onChange={(zone) => save({ time_zone: zone })}
          error={errorOf('time_zone')}
          hint="Days and reports follow it"
        />
        <SelectField
          label="Clock"
          value={shown.hour_cycle ?? ''}
          error={errorOf('hour_cycle')}
          onChange={(event) => save({ hour_cycle: HOUR_CYCLES.find((one) => one === event.target.value) ?? null })}
        >
          {[null, ...HOUR_CYCLES.toReversed()].map((choice) => (
            <option key={choice} value={choice ?? ''}>
              {clockName(choice, localCycle)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="First day of the week"
          value={shown.week_start}
          error={errorOf('week_start')}
          onChange={(event) => save({ week_start: Number(event.target.value) })}
        >
          {WEEKDAYS.map((weekday) => (
            <option key={weekday} value={weekday}>
              {weekdayName(weekday)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Day starts at"
          value={shown.day_start_hour}
          error={errorOf('day_start_hour')}
          hint="Time before this hour counts toward the previous day"
          onChange={(event) => save({ day_start_hour: Number(event.target.value) })}
        >
          {HOURS.map((hour) => (
            <option key={hour} value={hour}>
              {hourName(hour, hourCycle)}
            </option>
          ))}
        </SelectField>
      </div>
      <ThemeField value={shown.theme} onChange={(theme) => save({ theme })} />
      <SaveStatus saving={saving} />
    </div>
  );
}

function ThemeField({ value, onChange }: { value: ThemeChoice; onChange: (choice: ThemeChoice) => void }) {
  return (
    <div className="grid gap-1">
      <span aria-hidden="true" className="font-medium">
        Theme
      </span>
      <Segmented label="Theme" options={THEMES} value={value} onChange={onChange} />
    </div>
  );
}
