'use client';

import type { Command } from '#/components/command/command.ts';
import { ALARMS, ALL_PAGES, openTo, REPORTS, SETTINGS } from '#/components/layout/pages.ts';
import type { Sheet } from '#/components/layout/sheets.tsx';
import { useOpenPage } from '#/components/layout/use-open-page.ts';
import { SETTINGS_SECTIONS } from '#/components/settings/settings-sections.ts';
import { useShortcutSettings } from '#/components/settings/use-settings.ts';
import { useTimerActions } from '#/components/timers/use-timer-actions.ts';
import { RECEIVERS_PATH, SCHEDULES_PATH } from '#/lib/client/alarms/alarm-view.ts';
import { useCurrentTimer, useIsOffline, useMay, useMe, useStartBlockedReason } from '#/lib/client/live/use-live.tsx';
import { THEME_CHOICES, THEME_LABELS } from '#/lib/client/page/theme.ts';
import { DETAILED_REPORT_PATH, SAVED_REPORTS_PATH } from '#/lib/client/reports/report-view.ts';
import { NEW_SCHEDULE_HREF } from '#/lib/client/schedules/schedule-view.ts';
import { timerName } from '#/lib/client/timers/timer-name.ts';

/** Pages within those of the navigation: path, name, and other words for it. */
const PAGE_SECTIONS = [
  [
    ALARMS,
    [
      [SCHEDULES_PATH, 'Schedules', 'cron recurring alarms'],
      [RECEIVERS_PATH, 'Receivers', 'pause limit rate delivery origins'],
    ],
  ],
  [
    REPORTS,
    [
      [DETAILED_REPORT_PATH, 'Detailed report', 'entries group by'],
      [SAVED_REPORTS_PATH, 'Saved reports', 'share links'],
    ],
  ],
] as const;

/** Everything in the palette except tickets. `show` opens a sheet. */
export function useCommands(text: string, show: (sheet: Sheet) => void): Command[] {
  return [...useTimerCommands(), ...useOwnCommands(show), ...usePageCommands(text)];
}

function useTimerCommands(): Command[] {
  const { data } = useCurrentTimer();
  const actions = useTimerActions();
  const rejection = useStartBlockedReason();
  const running = data?.timer;
  const paused = data?.paused ?? [];
  const commands = paused.flatMap((timer, index): Command[] => {
    const [name, isFirst] = [timerName(timer), index === 0 && !running];
    const shared = { group: 'Actions', also: timer.title } as const;
    return [
      {
        ...shared,
        id: `resume-${timer.id}`,
        icon: 'play',
        label: `Resume ${name}`,
        ...(isFirst && { keys: 'P' }),
        rejection,
        run: () => actions.resume(timer),
      },
      {
        ...shared,
        id: `stop-${timer.id}`,
        icon: 'stop',
        label: `Stop ${name}`,
        ...(isFirst && { keys: 'S' }),
        rejection: null,
        run: () => actions.stop(timer),
      },
    ];
  });
  if (!running) return commands;
  const name = timerName(running);
  const shared = { group: 'Actions', also: running.title, rejection: null } as const;
  return [
    { ...shared, id: 'pause', icon: 'pause', label: `Pause ${name}`, keys: 'P', run: () => actions.pause(running) },
    { ...shared, id: 'stop', icon: 'stop', label: `Stop ${name}`, keys: 'S', run: () => actions.stop(running) },
    ...commands,
  ];
}

function useOwnCommands(show: (sheet: Sheet) => void): Command[] {
  const { theme } = useMe().user;
  const saveSettings = useShortcutSettings();
  const themes = THEME_CHOICES.filter((choice) => choice !== theme).map(
    (choice): Command => ({
      id: `theme-${choice}`,
      group: 'Actions',
      icon: 'settings',
      label: choice === 'system' ? 'Theme: system' : `${THEME_LABELS[choice]} theme`,
      also: `theme ${choice} appearance mode`,
      run: () => void saveSettings({ theme: choice }),
    }),
  );
  return [
    ...useCreateCommands(show),
    ...themes,
    {
      id: 'workspace',
      group: 'Actions',
      icon: 'plus',
      label: 'New workspace',
      also: 'create workspace',
      run: () => show('new_workspace'),
    },
    {
      id: 'inbox',
      group: 'Go to',
      icon: 'bell',
      label: 'Notifications',
      also: 'inbox unread',
      keys: 'G I',
      run: () => show('inbox'),
    },
    { id: 'keys', group: 'Actions', icon: 'key', label: 'Keyboard shortcuts', keys: '?', run: () => show('shortcuts') },
  ];
}

function useCreateCommands(show: (sheet: Sheet) => void): Command[] {
  const offline = useIsOffline() ? 'Available when you are back online' : null;
  const openPage = useOpenPage();
  const shared = { group: 'Actions', icon: 'plus', rejection: offline } as const;
  const commands: (Command | false)[] = [
    useMay('timers:write') && {
      ...shared,
      id: 'add',
      label: 'Add minutes to a ticket',
      also: 'time by hand enter log',
      asks: 'add 30 min to ',
      run: () => {},
    },
    useMay('tickets:write') && {
      ...shared,
      id: 'new-ticket',
      label: 'New ticket',
      also: 'create ticket',
      run: () => show('new_ticket'),
    },
    useMay('alarms:write') && {
      ...shared,
      id: 'new-alarm',
      label: 'New alarm',
      also: 'create alarm webhook',
      run: () => show('new_alarm'),
    },
    useMay('alarms:write') && {
      ...shared,
      id: 'new-schedule',
      label: 'New schedule',
      also: 'create schedule cron recurring repeat alarm',
      run: () => openPage(NEW_SCHEDULE_HREF),
    },
    useMay('timers:read') && {
      ...shared,
      id: 'export',
      icon: 'timesheet',
      label: 'Export time',
      also: 'download csv excel xlsx json pdf timesheet report',
      run: () => show('export'),
    },
    useMay('timers:write') && {
      ...shared,
      id: 'import',
      label: 'Import time',
      also: 'upload csv toggl clockify harvest solidtime kimai',
      run: () => openPage('/import'),
    },
  ];
  return commands.filter((command) => command !== false);
}

function usePageCommands(text: string): Command[] {
  const openPage = useOpenPage();
  const { scopes } = useMe();
  const pages = openTo(scopes, ALL_PAGES).map(
    (page): Command => ({
      id: page.href,
      group: 'Go to',
      icon: page.icon,
      label: page.name,
      keys: page.keys,
      run: () => openPage(page.href),
    }),
  );
  if (!text.trim()) return pages;
  const sections = SETTINGS_SECTIONS.map(
    ({ anchor, name, also = '' }): Command => ({
      id: anchor,
      group: 'Go to',
      icon: SETTINGS.icon,
      label: `${name}, in Settings`,
      also,
      run: () => openPage(`${SETTINGS.href}#${anchor}`),
    }),
  );
  const within: Command[] = PAGE_SECTIONS.flatMap(([page, parts]) =>
    openTo(scopes, [page]).flatMap(({ icon }) =>
      parts.map(
        ([href, label, also]): Command => ({ id: href, group: 'Go to', icon, label, also, run: () => openPage(href) }),
      ),
    ),
  );
  const alarms: Command[] = openTo(scopes, [ALARMS]).map(({ href, icon }) => ({
    id: 'find-alarms',
    group: 'With what you typed',
    icon,
    label: `Alarms whose name contains “${text.trim()}”`,
    run: () => openPage(`${href}?${new URLSearchParams({ search: text.trim() })}`),
  }));
  return [...pages, ...within, ...sections, ...alarms];
}
