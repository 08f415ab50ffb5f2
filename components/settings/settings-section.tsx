import type { ReactNode } from 'react';

type Props = { id: string; title: string; about: string; action?: ReactNode; children: ReactNode };

/** One part of the settings page: its description on the left, its fields on the right; stacked on a phone. */
export function SettingsSection({ id, title, about, action, children }: Props) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid gap-x-8 gap-y-4 border-b border-line py-6 first:pt-0 last:border-0 lg:grid-cols-[208px_minmax(0,1fr)]"
    >
      <div>
        <h2 id={`${id}-title`} className="text-base font-semibold">
          {title}
        </h2>
        <p className="mt-1 text-xs text-text-3">{about}</p>
        {action && <div className="mt-3">{action}</div>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
