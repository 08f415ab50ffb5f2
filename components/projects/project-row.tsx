'use client';

import Link from 'next/link';
import { DropdownMenu } from 'radix-ui';
import { formatLastWorked } from '#/components/tickets/format-ticket.ts';
import { LiveTicketTime } from '#/components/tickets/grown-text.tsx';
import { People } from '#/components/tickets/people.tsx';
import { classNames } from '#/components/ui/class-names.ts';
import { IconButton } from '#/components/ui/icon-button.tsx';
import { MenuItem, MenuPanel } from '#/components/ui/menu/menu.tsx';
import { useServerNow, useTimeStyle } from '#/lib/client/live/use-live.tsx';
import { ticketsOfProjectHref } from '#/lib/client/projects/project-view.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';
import type { ProjectJson } from '#/lib/tracking/projects/project-schemas.ts';

/** The actions on a row; null without permission, or if impossible at the moment. */
export type ProjectRowActions = {
  onRename: (project: ProjectJson) => void;
  onArchive: (project: ProjectJson) => void;
  onRestore: (project: ProjectJson) => void;
} | null;

type Props = { project: ProjectJson; isTabStop: boolean; respondedAt: number; actions: ProjectRowActions };

const cell = 'truncate p-0 pr-3 max-md:pr-0';

/** One project with its time. Enter, or its name, leads to its tickets. */
export function ProjectRow({ project, isTabStop, respondedAt, actions }: Props) {
  const { time } = project;
  const running = time?.running ?? 0;
  const figure = { running, respondedAt };
  return (
    <tr
      data-project={project.id}
      tabIndex={isTabStop ? 0 : -1}
      onKeyDown={({ key, target, currentTarget }) => {
        if (key === 'Enter' && target === currentTarget) currentTarget.querySelector('a')?.click();
      }}
      className={classNames(
        'group scroll-mt-8 border-line hover:bg-hover focus-visible:-outline-offset-2',
        'max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto_auto] max-md:items-center max-md:gap-x-3 max-md:border-b max-md:px-4 max-md:py-2 md:h-10 md:*:border-b md:*:border-line',
        running > 0 && 'shadow-[inset_2px_0_var(--accent)]',
      )}
    >
      <td className={classNames(cell, 'md:pl-2')}>
        <Link
          prefetch={false}
          href={ticketsOfProjectHref(project.id)}
          tabIndex={isTabStop ? 0 : -1}
          title={project.name}
          className="font-medium hover:underline"
        >
          {project.name}
        </Link>
        {project.archived_at && <span className="ml-2 text-text-3">Archived</span>}
      </td>
      <td className={classNames(cell, 'max-md:hidden @max-[760px]:hidden')}>
        {time && <People people={time.people} />}
      </td>
      <td className={classNames(cell, 'text-right text-text-2 max-md:hidden')}>{project.open_tickets || '–'}</td>
      <td className={classNames(cell, 'text-right font-medium')}>
        {time && (
          <LiveTicketTime
            ms={time.week_ms}
            {...figure}
            className={running > 0 ? 'font-semibold text-accent' : undefined}
          />
        )}
      </td>
      <td className={classNames(cell, 'text-right max-md:order-5 max-md:text-left max-md:text-xs max-md:text-text-3')}>
        <span className="md:hidden">Total </span>
        {time && <LiveTicketTime ms={time.tracked_ms} {...figure} />}
      </td>
      <td className={classNames(cell, 'text-right text-text-3 max-md:order-6 max-md:col-span-2 max-md:text-xs')}>
        {time && <LastWorked at={time.last_worked_at} isRunning={running > 0} />}
      </td>
      <td className="p-0 max-md:justify-self-end">
        {actions && <ProjectMenu project={project} actions={actions} isTabStop={isTabStop} />}
      </td>
    </tr>
  );
}

function LastWorked({ at, isRunning }: { at: string | null; isRunning: boolean }) {
  const style = useTimeStyle();
  const now = useServerNow(MINUTE_MS);
  if (isRunning) return <span className="font-medium text-accent">now</span>;
  return formatLastWorked(at ? Date.parse(at) : null, now, style);
}

type MenuProps = { project: ProjectJson; actions: NonNullable<ProjectRowActions>; isTabStop: boolean };

function ProjectMenu({ project, actions, isTabStop }: MenuProps) {
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger asChild>
        <IconButton icon="more" label={`Actions for ${project.name}`} tabIndex={isTabStop ? 0 : -1} />
      </DropdownMenu.Trigger>
      <MenuPanel align="end">
        <MenuItem onSelect={() => actions.onRename(project)}>Rename</MenuItem>
        {project.archived_at === null ? (
          <MenuItem onSelect={() => actions.onArchive(project)}>Archive</MenuItem>
        ) : (
          <MenuItem onSelect={() => actions.onRestore(project)}>Restore</MenuItem>
        )}
      </MenuPanel>
    </DropdownMenu.Root>
  );
}
