'use client';

import type { ComponentProps } from 'react';
import { CareSettings } from '#/components/accounts/care-settings.tsx';
import { KeyboardSettings } from '#/components/accounts/keyboard-settings.tsx';
import { PomodoroSettings } from '#/components/accounts/pomodoro-settings.tsx';
import { ProfileSettings } from '#/components/accounts/profile-settings.tsx';
import { SettingsSection } from '#/components/accounts/settings-section.tsx';
import { TargetSettings } from '#/components/accounts/target-settings.tsx';
import { TimeSettings } from '#/components/accounts/time-settings.tsx';
import { TimerSettings } from '#/components/accounts/timer-settings.tsx';
import { ExportsSettings } from '#/components/exports/exports-settings.tsx';
import { NotificationSettings } from '#/components/notifications/notification-settings.tsx';
import { Undo } from '#/components/questions/undo-answer.tsx';

type Props = { zones: string[]; notifications: ComponentProps<typeof NotificationSettings> };

/** What one person sets for themselves, in every workspace and on every device. */
export function OwnSettings({ zones, notifications }: Props) {
  return (
    <>
      <SettingsSection id="profile" title="Profile" about="Your name as the team sees it.">
        <ProfileSettings />
      </SettingsSection>
      <SettingsSection id="time" title="Time and display" about="How times are shown to you, on every device.">
        <TimeSettings zones={zones} />
      </SettingsSection>
      <SettingsSection id="targets" title="Targets" about="How much you aim to track. Today shows your progress.">
        <TargetSettings />
      </SettingsSection>
      <SettingsSection id="notifications" title="Notifications" about="How you’re notified, besides the bell.">
        <NotificationSettings {...notifications} />
      </SettingsSection>
      <SettingsSection id="keyboard" title="Keyboard" about="Press ? to see all shortcuts.">
        <KeyboardSettings />
      </SettingsSection>
      <SettingsSection id="timers" title="Timers" about="One runs at a time.">
        <TimerSettings />
      </SettingsSection>
      <SettingsSection
        id="forgotten"
        title="Forgotten timers"
        about="You’re asked first. No time is removed without your answer."
        action={<Undo />}
      >
        <CareSettings />
      </SettingsSection>
      <SettingsSection
        id="pomodoro"
        title="Pomodoro"
        about="Work and break lengths. A running pomodoro keeps the settings it started with."
      >
        <PomodoroSettings />
      </SettingsSection>
      <ExportsSettings />
    </>
  );
}
