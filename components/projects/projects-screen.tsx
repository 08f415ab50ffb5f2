'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { CreateButton } from '#/components/layout/create-button.tsx';
import { PageHead } from '#/components/layout/page-head.tsx';
import { ProjectDialog } from '#/components/projects/project-dialog.tsx';
import { ProjectListEmpty } from '#/components/projects/project-list-empty.tsx';
import { ProjectTable } from '#/components/projects/project-table.tsx';
import { useProjectActions } from '#/components/projects/use-project-actions.ts';
import { ChoiceMenu } from '#/components/tickets/choice-menu.tsx';
import { WorkPages } from '#/components/tickets/work-pages.tsx';
import { TimerStrip } from '#/components/timers/timer-strip.tsx';
import { useRestoredFocus } from '#/components/ui/dialog/use-restored-focus.ts';
import { SearchField } from '#/components/ui/form/search-field.tsx';
import { ListError } from '#/components/ui/list/list-error.tsx';
import { ListSkeleton } from '#/components/ui/list/list-skeleton.tsx';
import { ShowMore } from '#/components/ui/list/show-more.tsx';
import { useFetchApi } from '#/lib/client/live/use-fetch-api.ts';
import { useIsOffline, useMay, useShortcuts } from '#/lib/client/live/use-live.tsx';
import { useNeedsServer } from '#/lib/client/offline/use-needs-server.ts';
import { useUrlState } from '#/lib/client/page/use-url-state.ts';
import { projectListQuery } from '#/lib/client/projects/project-queries.ts';
import {
  type ProjectState,
  type ProjectView,
  projectsHref,
  readProjectView,
} from '#/lib/client/projects/project-view.ts';
import type { ProjectJson } from '#/lib/tracking/projects/project-schemas.ts';

const STATES: readonly [ProjectState, string][] = [
  ['open', 'Open'],
  ['archived', 'Archived'],
  ['all', 'Open and archived'],
];

/** Projects: the time of each; created, renamed, archived. */
export function ProjectsScreen() {
  const { view, show } = useUrlState({ read: readProjectView, toHref: projectsHref });
  const query = useInfiniteQuery(projectListQuery(useFetchApi(), view));
  const mayWrite = useMay('projects:write');
  const [edited, setEdited] = useState<ProjectJson | 'new' | null>(null);
  const compose = useCallback(() => setEdited('new'), []);
  const box = useRef<HTMLDivElement>(null);
  useRestoredFocus(box, '[data-project]');
  const actions = useActions(setEdited);
  useShortcuts(useMemo(() => ({ c: mayWrite ? compose : undefined }), [mayWrite, compose]));
  const pages = query.data?.pages ?? [];
  const projects = pages.flatMap((page) => page.projects);
  return (
    <>
      <PageHead title="Projects">
        <WorkPages here="projects" />
        {mayWrite && <CreateButton text="New project" onClick={compose} />}
        <TimerStrip />
      </PageHead>
      <div
        ref={box}
        tabIndex={-1}
        className="@container mx-auto max-w-[1440px] px-4 pt-2 pb-16 outline-none md:px-8 md:pt-4"
      >
        <ListBar view={view} onShow={show} />
        {projects.length > 0 && (
          <div className="max-md:-mx-4">
            <ProjectTable projects={projects} respondedAt={Date.parse(pages[0]?.server_time ?? '')} actions={actions} />
          </div>
        )}
        {query.isPending && <ListSkeleton noun="projects" />}
        {query.isSuccess && projects.length === 0 && (
          <ProjectListEmpty view={view} onShow={show} onNew={mayWrite ? compose : null} />
        )}
        {query.isError && projects.length === 0 && <ListError noun="projects" error={query.error} />}
        <ShowMore count={50} query={query} />
      </div>
      {edited && <ProjectDialog project={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </>
  );
}

type ListBarProps = { view: ProjectView; onShow: (change: Partial<ProjectView>) => void };

function ListBar({ view, onShow }: ListBarProps) {
  const isOffline = useIsOffline();
  const search = useCallback((text: string) => onShow({ search: text }), [onShow]);
  return (
    <div className="mb-2 flex flex-wrap items-center gap-2">
      <SearchField label="Filter projects" placeholder="Filter projects" search={view.search} onSearch={search} />
      <ChoiceMenu label="State" options={STATES} value={view.state} onChoose={(state) => onShow({ state })} />
      {isOffline && <span className="ml-auto text-text-3 max-md:hidden">Offline, last known state</span>}
    </div>
  );
}

function useActions(onRename: (project: ProjectJson) => void) {
  const { archive, restore } = useProjectActions();
  const mayWrite = useMay('projects:write');
  const needsServer = useNeedsServer();
  return useMemo(
    () =>
      mayWrite
        ? {
            onRename: needsServer(onRename),
            onArchive: needsServer(archive),
            onRestore: needsServer(restore),
          }
        : null,
    [mayWrite, needsServer, onRename, archive, restore],
  );
}
