'use client';

import { SiblingPages } from '#/components/layout/sibling-pages.tsx';
import { useMay } from '#/lib/client/live/use-live.tsx';
import { PROJECTS_PATH } from '#/lib/client/projects/project-view.ts';
import { TICKETS_PATH } from '#/lib/client/tickets/ticket-view.ts';

const PAGES = [
  ['tickets', 'Tickets', TICKETS_PATH],
  ['projects', 'Projects', PROJECTS_PATH],
] as const;

/** The two lists of what time can be recorded on. */
export function WorkPages({ here }: { here: 'tickets' | 'projects' }) {
  const mayReadProjects = useMay('projects:read');
  return mayReadProjects && <SiblingPages label="Tickets and projects" pages={PAGES} here={here} />;
}
