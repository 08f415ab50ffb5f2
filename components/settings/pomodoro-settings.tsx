'use client';

import { SaveStatus } from '#/components/settings/save-status.tsx';
import { useSaving } from '#/components/settings/use-saving.ts';
import { useEditSettings } from '#/components/settings/use-settings.ts';
import { SelectField } from '#/components/ui/form/select-field.tsx';
import { Switch } from '#/components/ui/form/switch.tsx';
import type { EditPomodoroInput, PomodoroSettingsJson } from '#/lib/accounts/pomodoro/pomodoro-settings-schemas.ts';
import { useMe } from '#/lib/client/live/use-live.tsx';
import { formatDuration } from '#/lib/client/time/format-time.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';

const minutes = (count: number) => formatDuration(count * MINUTE_MS);
const number = (count: number) => String(count);
type NumberOf = 'work_minutes' | 'short_break_minutes' | 'long_break_minutes' | 'rounds' | 'daily_goal';

const NUMBERS: { field: NumberOf; label: string; choices: number[]; format: (count: number) => string }[] = [
  { field: 'work_minutes', label: 'Work', choices: [15, 20, 25, 30, 45, 50, 60, 90], format: minutes },
  { field: 'short_break_minutes', label: 'Short break', choices: [3, 5, 10, 15], format: minutes },
  { field: 'long_break_minutes', label: 'Long break', choices: [10, 15, 20, 30, 45], format: minutes },
  { field: 'rounds', label: 'Cycles until the long break', choices: [1, 2, 3, 4, 5, 6, 8], format: number },
  { field: 'daily_goal', label: 'Cycles a day', choices: [2, 4, 6, 8, 10, 12, 16], format: number },
];
const WORK_ENDS = { stop: 'Start the break', overtime: 'Keep counting', ask: 'Keep counting and ask' } as const;
const BREAK_ENDS = { wait: 'Wait for me', start: 'Start the next cycle' } as const;

/** Settings of new pomodoros; a running one keeps its own. Each is saved when it is chosen. */
export function PomodoroSettings() {
  const edit = useEditSettings();
  const saving = useSaving<PomodoroSettingsJson, EditPomodoroInput>(useMe().user.pomodoro, (pomodoro) =>
    edit({ pomodoro }),
  );
  const { shown, save } = saving;
  return (
    <div className="grid max-w-[640px] gap-4">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {NUMBERS.map(({ field, label, choices, format: text }) => (
          <SelectField
            key={field}
            label={label}
            value={shown[field]}
            onChange={(event) => save({ [field]: Number(event.target.value) })}
          >
            {withOwn(choices, shown[field]).map((count) => (
              <option key={count} value={count}>
                {text(count)}
              </option>
            ))}
          </SelectField>
        ))}
        <Choice
          label="When work is over"
          text={WORK_ENDS}
          value={shown.at_work_end}
          onChange={(at_work_end) => save({ at_work_end })}
        />
        <Choice
          label="When a break is over"
          text={BREAK_ENDS}
          value={shown.at_break_end}
          onChange={(at_break_end) => save({ at_break_end })}
        />
      </div>
      <Switch
        label="Strict"
        hint="No pausing, skipping, or extending. You can always stop."
        isOn={shown.strict}
        onChange={(isOn) => save({ strict: isOn })}
      />
      <Switch
        label="Sound"
        hint="Two notes at the end of each phase, while a tab is open."
        isOn={shown.sound}
        onChange={(isOn) => save({ sound: isOn })}
      />
      <SaveStatus saving={saving} />
    </div>
  );
}

type ChoiceProps<K extends string> = {
  label: string;
  text: Record<K, string>;
  value: K;
  onChange: (choice: K) => void;
};

function Choice<K extends string>({ label, text, value, onChange }: ChoiceProps<K>) {
  return (
    <SelectField label={label} value={value} onChange={(event) => onChange(event.target.value as K)}>
      {(Object.keys(text) as K[]).map((one) => (
        <option key={one} value={one}>
          {text[one]}
        </option>
      ))}
    </SelectField>
  );
}

/** A value set through the API is included. */
function withOwn(choices: number[], own: number): number[] {
  return choices.includes(own) ? choices : [...choices, own].sort((left, right) => left - right);
}
