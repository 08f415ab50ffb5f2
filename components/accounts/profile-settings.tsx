'use client';

import { SaveStatus } from '#/components/accounts/save-status.tsx';
import { OWN_RULES, useRules } from '#/components/accounts/setting-rules.ts';
import { AS_TEXT, TypedField } from '#/components/accounts/typed-field.tsx';
import { useSaving } from '#/components/accounts/use-saving.ts';
import { useEditSettings } from '#/components/accounts/use-settings.ts';
import { useMe } from '#/lib/client/use-live.tsx';

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
