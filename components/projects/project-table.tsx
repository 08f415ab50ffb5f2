'use client';

import { type FocusEvent, useMemo, useRef, useState } from 'react';
import { ProjectRow, type ProjectRowActions } from '#/components/projects/project-row.tsx';
import { arrowKeys } from '#/components/ui/list/arrow-keys.ts';
import { RowChunks } from '#/components/ui/list/row-chunks.tsx';
import { type TableColumn, TableHead } from '#/components/ui/list/table-head.tsx';
import { useRowNavigation } from '#/components/ui/list/use-row-navigation.ts';
import { useShortcuts } from '#/lib/client/live/use-live.tsx';
import type { ProjectJson } from '#/lib/tracking/projects/project-schemas.ts';

type Props = { projects: ProjectJson[]; respondedAt: number; actions: ProjectRowActions };

/** Projects as rows. One of them is a tab stop; J, K and arrows move to the others. */
export function ProjectTable({ projects, respondedAt, actions }: Props) {
  const table = useRef<HTMLTableElement>(null);
  const [stopId, setStopId] = useState<string | null>(null);
  const stop = projects.some(({ id }) => id === stopId) ? stopId : projects[0]?.id;
  const { navigate, focusedRow, rowOf } = useRowNavigation(table, '[data-project]');
  useShortcuts(
    useMemo(() => {
      const rename = () => {
        const project = projects.find(({ id }) => id === focusedRow()?.dataset.project);
        if (project) actions?.onRename(project);
      };
      return { j: () => navigate(1), k: () => navigate(-1), e: actions ? rename : undefined };
    }, [projects, navigate, focusedRow, actions]),
  );
  return (
    <table
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its rows take the focus, like those of a grid
      role="grid"
      ref={table}
      aria-rowcount={projects.length + 1}
      onKeyDown={arrowKeys(navigate)}
      onFocus={(event: FocusEvent) => setStopId((last) => rowOf(event.target)?.dataset.project ?? last)}
      className="w-full table-fixed border-separate border-spacing-0 max-md:block"
    >
      <caption className="sr-only">Projects</caption>
      <TableHead columns={COLUMNS} />
      <RowChunks rows={projects} keptId={stop} className="max-md:block">
        {(project) => (
          <ProjectRow
            key={project.id}
            project={project}
            isTabStop={project.id === stop}
            respondedAt={respondedAt}
            actions={actions}
          />
        )}
      </RowChunks>
    </table>
  );
}

const COLUMNS: readonly TableColumn[] = [
  { name: 'Name' },
  { name: 'Who', className: 'w-[84px] @max-[760px]:hidden' },
  { name: 'Open tickets', className: 'w-[96px] text-right' },
  { name: 'This week', className: 'w-[112px] text-right' },
  { name: 'Total', className: 'w-[128px] text-right' },
  { name: 'Last worked', className: 'w-[128px] text-right' },
  { name: 'Actions', className: 'w-9 pr-0', isSilent: true },
];
