'use client';

import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { ChoiceMenu } from '#/components/tickets/choice-menu.tsx';
import { SearchField } from '#/components/ui/form/search-field.tsx';
import { useFetchApi } from '#/lib/client/live/use-fetch-api.ts';
import { useIsOffline, useMay } from '#/lib/client/live/use-live.tsx';
import { projectsQuery } from '#/lib/client/projects/project-queries.ts';
import type { TicketSort, TicketState, TicketView } from '#/lib/client/tickets/ticket-view.ts';
import { counted } from '#/lib/client/time/format-time.ts';

const STATES: readonly [TicketState, string][] = [
  ['open', 'Open'],
  ['archived', 'Archived'],
  ['all', 'Open and archived'],
];
const SORTS: readonly [TicketSort, string][] = [
  ['worked', 'Last worked first'],
  ['tracked', 'Most time first'],
  ['key', 'By key'],
];
const ANY = 'any';

type Props = {
  view: TicketView;
  /** The number of tickets, once known. */
  total: number | null;
  onShow: (change: Partial<TicketView>) => void;
};

/** The filters and the order of the list, and the number of matches. */
export function TicketListBar({ view, total, onShow }: Props) {
  const isOffline = useIsOffline();
  const search = useCallback((text: string) => onShow({ search: text }), [onShow]);
  return (
    <div className="mb-2 flex flex-wrap items-center gap-2">
      <SearchField label="Filter tickets" placeholder="Filter tickets" search={view.search} onSearch={search} />
      <ChoiceMenu label="State" options={STATES} value={view.state} onChoose={(state) => onShow({ state })} />
      <ProjectMenu view={view} onShow={onShow} />
      <ChoiceMenu label="Order" options={SORTS} value={view.sort} onChoose={(sort) => onShow({ sort })} />
      <span className="ml-auto text-text-3 max-lg:hidden">
        {isOffline && 'Offline, last known state'}
        {!isOffline && total !== null && counted(total, 'ticket')}
      </span>
    </div>
  );
}

function ProjectMenu({ view, onShow }: Pick<Props, 'view' | 'onShow'>) {
  const get = useFetchApi();
  const mayRead = useMay('projects:read');
  const { data } = useQuery({ ...projectsQuery(get), enabled: mayRead });
  if (!data || data.projects.length === 0) return null;
  const options: [string, string][] = [
    [ANY, 'Any project'],
    ...data.projects.map(({ id, name }): [string, string] => [id, name]),
  ];
  return (
    <ChoiceMenu
      label="Project"
      options={options}
      value={view.projectId ?? ANY}
      onChoose={(id) => onShow({ projectId: id === ANY ? null : id })}
    />
  );
}
