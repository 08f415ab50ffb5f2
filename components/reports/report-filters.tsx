'use client';

import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { FilterForm } from '#/components/reports/filter-form.tsx';
import { filterName, GROUP_LABELS } from '#/components/reports/report-labels.ts';
import { Button } from '#/components/ui/button.tsx';
import { Icon } from '#/components/ui/icon.tsx';
import { useFetchApi } from '#/lib/client/live/use-fetch-api.ts';
import { useMay, useShortcuts } from '#/lib/client/live/use-live.tsx';
import { projectsQuery } from '#/lib/client/projects/project-queries.ts';
import {
  FILTERS,
  hasFilters,
  NO_FILTERS,
  type ReportFilter,
  type ReportView,
} from '#/lib/client/reports/report-view.ts';

type Props = { view: ReportView; onShow: (change: Partial<ReportView>) => void };

/** The filters of the report, each removable, and a way to add one. */
export function ReportFilters({ view: { filters }, onShow }: Props) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const get = useFetchApi();
  const { data } = useQuery({ ...projectsQuery(get), enabled: useMay('projects:read') });
  const projects = useMemo(() => new Map(data?.projects.map(({ id, name }) => [id, name])), [data]);
  const close = useCallback(() => {
    setOpen(false);
    button.current?.focus();
  }, []);
  useShortcuts(useMemo(() => ({ f: () => setOpen(true) }), []));
  const set = (name: ReportFilter, values: readonly string[]) => onShow({ filters: { ...filters, [name]: values } });
  const chosen = FILTERS.flatMap((name) => filters[name].map((value) => ({ name, value })));
  return (
    <>
      {chosen.map(({ name, value }) => (
        <span
          key={`${name} ${value}`}
          className="inline-flex h-8 max-w-full min-w-0 items-center gap-1.5 rounded-md border border-line pl-2.5 max-md:h-10 pointer-coarse:h-11"
        >
          <span className="text-text-3">{GROUP_LABELS[name][0]}</span>
          <span className="truncate font-medium">{filterName(name, value, projects)}</span>
          <button
            type="button"
            aria-label={`Remove filter: ${GROUP_LABELS[name][0]} ${filterName(name, value, projects)}`}
            title="Remove filter"
            onClick={() => {
              set(
                name,
                filters[name].filter((one) => one !== value),
              );
              button.current?.focus();
            }}
            className="grid size-7 shrink-0 place-items-center rounded-sm text-text-3 hover:text-text pointer-coarse:size-11"
          >
            <Icon name="close" className="size-3" />
          </button>
        </span>
      ))}
      <Button
        ref={button}
        variant="soft"
        icon="filter"
        keyLabel="F"
        aria-expanded={isOpen}
        className="max-md:h-10"
        onClick={() => setOpen(!isOpen)}
      >
        Add filter
      </Button>
      {hasFilters({ filters }) && (
        <Button variant="ghost" className="max-md:h-10" onClick={() => onShow({ filters: NO_FILTERS })}>
          Clear filters
        </Button>
      )}
      {isOpen && (
        <FilterForm
          projects={projects}
          onAdd={(name, value) => {
            if (!filters[name].includes(value)) set(name, [...filters[name], value]);
            close();
          }}
          onClose={close}
        />
      )}
    </>
  );
}
