'use client';

import { KeyboardSettings } from '#/components/accounts/keyboard-settings.tsx';
import { ProfileSettings } from '#/components/accounts/profile-settings.tsx';
import { SettingsSection } from '#/components/accounts/settings-section.tsx';
import { TimeSettings } from '#/components/accounts/time-settings.tsx';
import { TimerSettings } from '#/components/accounts/timer-settings.tsx';

/** What one person sets for themselves, in every workspace and on every device. */
export function OwnSettings({ zones }: { zones: string[] }) {
  return (
    <>
      <SettingsSection id="profile" title="Profile" about="Your name as the team sees it.">
        <ProfileSettings />
      </SettingsSection>
      <SettingsSection id="time" title="Time and display" about="How you read times, on every device.">
        <TimeSettings zones={zones} />
      </SettingsSection>
      <SettingsSection id="keyboard" title="Keyboard" about="Every key stands in the list behind ?.">
        <KeyboardSettings />
      </SettingsSection>
      <SettingsSection id="timers" title="Timers" about="One runs at a time.">
        <TimerSettings />
      </SettingsSection>
    </>
  );
}
