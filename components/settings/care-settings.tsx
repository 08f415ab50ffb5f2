'use client';

import { AS_MINUTES, AS_TARGET } from '#/components/settings/format-setting-value.ts';
import { SaveStatus } from '#/components/settings/save-status.tsx';
import { OWN_RULES, useRules } from '#/components/settings/setting-rules.ts';
import { useSaving } from '#/components/settings/use-saving.ts';
import { useEditSettings } from '#/components/settings/use-settings.ts';
import { WorkingHours } from '#/components/settings/working-hours.tsx';
import { SelectField } from '#/components/ui/form/select-field.tsx';
import { Switch } from '#/components/ui/form/switch.tsx';
import { TypedField } from '#/components/ui/form/typed-field.tsx';
import { ABSENCE_MAX_MINUTES, ABSENCE_MIN_MINUTES, type UserSettings } from '#/lib/accounts/users/user.ts';
import { useMe } from '#/lib/client/live/use-live.tsx';
import { formatDuration } from '#/lib/client/time/format-time.ts';
import { MINUTE_MS, SECOND_MS } from '#/lib/core/duration.ts';
import { ASK_AGAIN_MS } from '#/lib/tracking/questions/question-times.ts';

/** When a person is asked about a timer that they may have forgotten, and where a forgotten one ends. */
export function CareSettings() {
  const { user, workspace } = useMe();
  const saving = useSaving(user, useEditSettings());
  const { shown, save, errorOf } = saving;
  const check = useRules(OWN_RULES);
  const asks = shown.absence_policy === 'ask';
  return (
    <div className="grid max-w-[560px] gap-5">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TypedField
          {...AS_TARGET}
          label="Ask if I’m still working after"
          name="nudge"
          hint={`Then every ${formatDuration(ASK_AGAIN_MS)}. Leave empty to use the workspace’s setting, ${formatDuration(workspace.nudge_seconds * SECOND_MS)}.`}
          value={shown.nudge_seconds}
          check={check('nudge_seconds')}
          error={errorOf('nudge_seconds')}
          onChange={(nudge_seconds) => save({ nudge_seconds })}
        />
        <SelectField
          label={`A timer that reaches ${formatDuration(workspace.cap_seconds * SECOND_MS)} ends`}
          hint="Automatically, and is marked for review."
          value={shown.cap_point}
          onChange={(event) => save({ cap_point: event.target.value as UserSettings['capPoint'] })}
        >
          <option value="cap">At that time</option>
          <option value="last_seen">When I was last seen</option>
        </SelectField>
      </div>
      <div className="grid gap-3">
        <Switch
          label="Ask about absences"
          hint="While a timer runs, open pages report once a minute that you’re there. Closing the laptop counts as an absence; working in another window doesn’t."
          isOn={asks}
          onChange={(isOn) => save({ absence_policy: isOn ? 'ask' : 'keep' })}
        />
        {asks && (
          <div className="max-w-[272px] pl-10">
            <TypedField
              {...AS_MINUTES}
              label="An absence is longer than"
              name="absence"
              hint={`From ${formatDuration(ABSENCE_MIN_MINUTES * MINUTE_MS)} to ${formatDuration(ABSENCE_MAX_MINUTES * MINUTE_MS)}`}
              value={shown.absence_minutes}
              check={check('absence_minutes')}
              error={errorOf('absence_minutes')}
              onChange={(absence_minutes) => save({ absence_minutes })}
            />
          </div>
        )}
      </div>
      <WorkingHours
        hours={shown.working_hours}
        check={check('working_hours')}
        error={errorOf('working_hours') ?? errorOf('working_hours.to')}
        onChange={(working_hours) => save({ working_hours })}
      />
      <SaveStatus saving={saving} />
    </div>
  );
}
