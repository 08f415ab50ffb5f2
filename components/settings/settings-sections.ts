/** A part of Settings: its anchor, and other words by which people may search for it. */
export type SettingsSection = { anchor: string; name: string; also?: string };

/** The parts of Settings in their order, by group. */
export const SETTINGS_GROUPS: readonly { title: string; sections: readonly SettingsSection[] }[] = [
  {
    title: 'You',
    sections: [
      { anchor: 'profile', name: 'Profile' },
      { anchor: 'time', name: 'Time and display' },
      { anchor: 'targets', name: 'Targets', also: 'goal day week hours' },
      { anchor: 'notifications', name: 'Notifications', also: 'push email quiet hours' },
      { anchor: 'keyboard', name: 'Keyboard', also: 'shortcuts single keys' },
      { anchor: 'timers', name: 'Timers' },
      { anchor: 'forgotten', name: 'Forgotten timers', also: 'working hours absence ask' },
      { anchor: 'pomodoro', name: 'Pomodoro', also: 'work break cycle countdown' },
      { anchor: 'exports', name: 'Exports', also: 'download files calendar feed ical' },
      { anchor: 'import', name: 'Import', also: 'upload csv' },
    ],
  },
  {
    title: 'Developer',
    sections: [
      { anchor: 'api-keys', name: 'API keys', also: 'new token secret' },
      { anchor: 'webhooks', name: 'Webhooks', also: 'endpoints' },
      { anchor: 'alarm-secret', name: 'Alarm secret', also: 'webhook signature sign verify rotate' },
      { anchor: 'brokers', name: 'Message brokers', also: 'redis rabbitmq nats events' },
      { anchor: 'ticket-sources', name: 'Issue trackers', also: 'github gitlab jira linear worklogs' },
    ],
  },
  {
    title: 'Team',
    sections: [
      { anchor: 'workspace', name: 'Workspace' },
      { anchor: 'leave', name: 'Leave', also: 'workspace' },
    ],
  },
  {
    title: 'Security',
    sections: [
      { anchor: 'password', name: 'Password', also: 'change' },
      { anchor: 'sessions', name: 'Sign-ins', also: 'sessions devices' },
    ],
  },
];

export const SETTINGS_SECTIONS = SETTINGS_GROUPS.flatMap(({ sections }) => sections);
