'use client';

import { SiblingPages } from '#/components/layout/sibling-pages.tsx';
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
  return mayReadProjects && <SiblingPages label="Tickets and projects" pages={PAGES} here={here} />;
}
