'use client';

import type { ComponentProps } from 'react';
import { ExportsSettings } from '#/components/exports/exports-settings.tsx';
import { NotificationSettings } from '#/components/notifications/notification-settings.tsx';
import { Undo } from '#/components/questions/undo-answer.tsx';
import { CareSettings } from '#/components/settings/care-settings.tsx';
import { KeyboardSettings } from '#/components/settings/keyboard-settings.tsx';
import { PomodoroSettings } from '#/components/settings/pomodoro-settings.tsx';
import { ProfileSettings } from '#/components/settings/profile-settings.tsx';
import { SettingsSection } from '#/components/settings/settings-section.tsx';
import { TargetSettings } from '#/components/settings/target-settings.tsx';
import { TimeSettings } from '#/components/settings/time-settings.tsx';
import { TimerSettings } from '#/components/settings/timer-settings.tsx';

type Props = { zones: string[]; notifications: ComponentProps<typeof NotificationSettings> };

/** A person's own settings, in every workspace and on every device. */
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
        about="Work and break durations. A running pomodoro keeps the settings it started with."
      >
        <PomodoroSettings />
      </SettingsSection>
      <ExportsSettings />
    </>
  );
}
