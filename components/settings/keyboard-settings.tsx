'use client';

import { SaveStatus } from '#/components/settings/save-status.tsx';
import { useSaving } from '#/components/settings/use-saving.ts';
import { useEditSettings } from '#/components/settings/use-settings.ts';
import { Switch } from '#/components/ui/form/switch.tsx';
import { useMe } from '#/lib/client/live/use-live.tsx';

/** Single keys can be switched off for people whose speech input reaches the page as keys (WCAG 2.1.4). */
export function KeyboardSettings() {
  const saving = useSaving(useMe().user, useEditSettings());
  const { shown, save } = saving;
  return (
    <div className="grid max-w-[440px] gap-4">
      <Switch
        label="Single-key shortcuts"
        hint="P pauses, S stops, N starts. They’re off while you type. Turn them off if you use speech input."
        isOn={shown.single_keys}
        onChange={(isOn) => save({ single_keys: isOn })}
      />
      <SaveStatus saving={saving} />
    </div>
  );
}
