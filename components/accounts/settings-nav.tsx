/** Sections of the page by anchor. Later rooms (Pomodoro, …) get their line here. */
const GROUPS = [
  {
    title: 'You',
    links: [
      ['profile', 'Profile'],
      ['time', 'Time and display'],
      ['keyboard', 'Keyboard'],
      ['timers', 'Timers'],
    ],
  },
  {
    title: 'Developer',
    links: [
      ['api-keys', 'API keys'],
      ['webhooks', 'Webhooks'],
    ],
  },
  {
    title: 'Team',
    links: [
      ['workspace', 'Workspace'],
      ['leave', 'Leave'],
    ],
  },
  { title: 'Security', links: [['sessions', 'Sign-ins']] },
] as const;

export function SettingsNav() {
  return (
    <nav aria-label="Settings" className="hidden border-r border-line py-6 pr-2 pl-6 md:block">
      {GROUPS.map(({ title, links }) => (
        <div key={title} className="mb-4">
          <h2 className="px-2 pb-1.5 text-xs font-medium text-text-3">{title}</h2>
          {links.map(([id, words]) => (
            <a
              key={id}
              href={`#${id}`}
              className="flex h-8 items-center rounded-md px-2 text-text-2 hover:bg-hover hover:text-text"
            >
              {words}
            </a>
          ))}
        </div>
      ))}
    </nav>
  );
}
