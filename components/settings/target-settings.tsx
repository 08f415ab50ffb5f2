'use client';

import { AS_TARGET } from '#/components/settings/format-setting-value.ts';
import { SaveStatus } from '#/components/settings/save-status.tsx';
import { OWN_RULES, useRules } from '#/components/settings/setting-rules.ts';
import { useSaving } from '#/components/settings/use-saving.ts';
import { useEditSettings } from '#/components/settings/use-settings.ts';
import { TypedField } from '#/components/ui/form/typed-field.tsx';
import { useMe } from '#/lib/client/live/use-live.tsx';

/** A person's targets for a day and a week; each may be left empty. */
export function TargetSettings() {
  const saving = useSaving(useMe().user, useEditSettings());
  const { shown, save, errorOf } = saving;
  const check = useRules(OWN_RULES);
  return (
    <div className="grid max-w-[440px] gap-4">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TypedField
          {...AS_TARGET}
          label="Per day"
          name="day_target"
          hint="For example 7h30. Leave empty for none."
          value={shown.day_target_seconds}
          check={check('day_target_seconds')}
          error={errorOf('day_target_seconds')}
          onChange={(day_target_seconds) => save({ day_target_seconds })}
        />
        <TypedField
          {...AS_TARGET}
          label="Per week"
          name="week_target"
          hint="For example 37h30. Leave empty for none."
          value={shown.week_target_seconds}
          check={check('week_target_seconds')}
          error={errorOf('week_target_seconds')}
          onChange={(week_target_seconds) => save({ week_target_seconds })}
        />
      </div>
      <SaveStatus saving={saving} />
    </div>
  );
}
