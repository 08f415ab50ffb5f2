'use client';

import { useSectionInView } from '#/components/settings/use-section-in-view.ts';
import { classNames } from '#/components/ui/class-names.ts';

/** Sections of the page by anchor. Later rooms get their line here. */
const GROUPS = [
  {
    title: 'You',
    links: [
      ['profile', 'Profile'],
      ['time', 'Time and display'],
      ['targets', 'Targets'],
      ['notifications', 'Notifications'],
      ['keyboard', 'Keyboard'],
      ['timers', 'Timers'],
      ['forgotten', 'Forgotten timers'],
      ['pomodoro', 'Pomodoro'],
      ['exports', 'Exports'],
      ['import', 'Import'],
    ],
  },
  {
    title: 'Developer',
    links: [
      ['api-keys', 'API keys'],
      ['webhooks', 'Webhooks'],
      ['brokers', 'Message brokers'],
      ['ticket-sources', 'Issue trackers'],
    ],
  },
  {
    title: 'Team',
    links: [
      ['workspace', 'Workspace'],
      ['leave', 'Leave'],
    ],
  },
  {
    title: 'Security',
    links: [
      ['password', 'Password'],
      ['sessions', 'Sign-ins'],
    ],
  },
] as const;

const IDS = GROUPS.flatMap(({ links }) => links.map(([id]) => id));

/** Leads to the sections, and marks the one that is read. */
export function SettingsNav() {
  const here = useSectionInView(IDS);
  return (
    <nav aria-label="Settings" className="hidden border-r border-line md:block">
      <div className="sticky top-12 max-h-[calc(100dvh-48px)] overflow-y-auto py-6 pr-2 pl-6">
        {GROUPS.map(({ title, links }) => (
          <div key={title} className="mb-4">
            <h2 className="px-2 pb-1.5 text-xs font-medium text-text-3">{title}</h2>
            {links.map(([id, words]) => (
              <a
                key={id}
                href={`#${id}`}
                aria-current={here === id ? 'location' : undefined}
                className={classNames(
                  'flex h-8 items-center rounded-md px-2 text-text-2 hover:bg-hover hover:text-text',
                  here === id && 'bg-hover text-text',
                )}
              >
                {words}
              </a>
            ))}
          </div>
        ))}
      </div>
    </nav>
  );
}
