'use client';

import { SaveStatus } from '#/components/settings/save-status.tsx';
import { OWN_RULES, useRules } from '#/components/settings/setting-rules.ts';
import { useSaving } from '#/components/settings/use-saving.ts';
import { useEditSettings } from '#/components/settings/use-settings.ts';
import { AS_TEXT, TypedField } from '#/components/ui/form/typed-field.tsx';
import { useMe } from '#/lib/client/live/use-live.tsx';

export function ProfileSettings() {
  const saving = useSaving(useMe().user, useEditSettings());
  const { shown, save, errorOf } = saving;
  const check = useRules(OWN_RULES);
  return (
    <div className="grid max-w-[440px] gap-4">
      <TypedField
        {...AS_TEXT}
        label="Name"
        name="name"
        autoComplete="name"
        value={shown.name}
        check={check('name')}
        error={errorOf('name')}
        onChange={(name) => save({ name })}
      />
      <div className="grid gap-1">
        <span className="font-medium">Email</span>
        <span className="wrap-anywhere text-text-2">{shown.email}</span>
      </div>
      <SaveStatus saving={saving} />
    </div>
  );
}
