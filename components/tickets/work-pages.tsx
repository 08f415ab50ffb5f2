'use client';

import Link from 'next/link';
import { PROJECTS_PATH } from '#/lib/client/project-view.ts';
import { TICKETS_PATH } from '#/lib/client/ticket-view.ts';
import { useMay } from '#/lib/client/use-live.tsx';

const PAGES = [
  ['tickets', 'Tickets', TICKETS_PATH],
  ['projects', 'Projects', PROJECTS_PATH],
] as const;

/** The two lists of what time is spent on. */
export function WorkPages({ here }: { here: 'tickets' | 'projects' }) {
  const mayReadProjects = useMay('projects:read');
  if (!mayReadProjects) return null;
  return (
    <nav
      aria-label="Tickets and projects"
      className="inline-flex h-8 w-fit shrink-0 gap-0.5 rounded-md border border-line bg-sunken p-0.5 max-md:h-10 pointer-coarse:h-[50px]"
    >
      {PAGES.map(([page, words, href]) => (
        <Link
          key={page}
          href={href}
          aria-current={page === here ? 'page' : undefined}
          className="flex items-center rounded-sm px-2.5 font-medium text-text-2 hover:text-text aria-[current=page]:bg-surface aria-[current=page]:text-text aria-[current=page]:shadow-raised aria-[current=page]:ring-1 aria-[current=page]:ring-line"
        >
          {words}
        </Link>
      ))}
    </nav>
  );
}
