'use client';

import { ChannelTable } from '#/components/notifications/channel-table.tsx';
import { PushDevice } from '#/components/notifications/push-device.tsx';
import { QuietHours } from '#/components/notifications/quiet-hours.tsx';
import { useSetPreferences } from '#/components/notifications/use-set-preferences.ts';
import { SaveStatus } from '#/components/settings/save-status.tsx';
import { useSaving } from '#/components/settings/use-saving.ts';
import type { PreferencesJson } from '#/lib/notifications/preferences/preferences-schemas.ts';

export type ChosenPreferences = PreferencesJson;
type Props = { known: ChosenPreferences; hasMail: boolean };

/** The channels for each kind of notification, and quiet hours. */
export function NotificationSettings({ known, hasMail }: Props) {
  const saving = useSaving(known, useSetPreferences(known));
  const { shown, save, errorOf } = saving;
  return (
    <div className="grid max-w-[560px] gap-6">
      <PushDevice />
      <ChannelTable channels={shown.channels} hasMail={hasMail} onChange={(channels) => save({ channels })} />
      <QuietHours
        hours={shown.quiet_hours}
        error={errorOf('quiet_hours')}
        onChange={(quiet_hours) => save({ quiet_hours })}
      />
      <SaveStatus saving={saving} />
    </div>
  );
}
