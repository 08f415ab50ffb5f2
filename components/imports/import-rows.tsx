'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { Tabs } from 'radix-ui';
import { useState } from 'react';
import { useNames } from '#/components/corrections/use-names.ts';
import { formatRowPerson } from '#/components/imports/format-row-person.ts';
import { RESOLUTION_LABELS, STATE_LABELS } from '#/components/imports/import-labels.ts';
import { ImportRowLine } from '#/components/imports/import-row-line.tsx';
import { Segmented } from '#/components/ui/form/segmented.tsx';
import { ListError } from '#/components/ui/list/list-error.tsx';
import { RowChunks } from '#/components/ui/list/row-chunks.tsx';
import { ShowMore } from '#/components/ui/list/show-more.tsx';
import { SkeletonBar } from '#/components/ui/list/skeleton-bar.tsx';
import { LineTab, TabLine } from '#/components/ui/tabs.tsx';
import { IMPORT_ROWS_AT_ONCE, importRowsQuery } from '#/lib/client/imports/import-queries.ts';
import { useFetchApi } from '#/lib/client/live/use-fetch-api.ts';
import type {
  ImportJson,
  ImportMappingJson,
  ImportRowState,
  RowResolution,
} from '#/lib/tracking/imports/import-schemas.ts';

const SKELETON_ROWS = 6;

type Props = {
  one: ImportJson;
  /** The label of the rows, for screen readers. */
  label: string;
  onResolve?: (line: number, resolution: RowResolution) => void;
  onResolveAll?: (change: Partial<ImportMappingJson>) => void;
};

/** The rows of a file by their state. */
export function ImportRows({ one, label, onResolve, onResolveAll }: Props) {
  const states = STATE_LABELS.filter(([state]) => one.counts[state]);
  const [chosen, setChosen] = useState<ImportRowState>('ready');
  const state = states.find(([name]) => name === chosen)?.[0] ?? states[0]?.[0];
  if (!state) return null;
  return (
    <Tabs.Root value={state} onValueChange={(next) => setChosen(next as ImportRowState)} className="mt-4">
      <TabLine aria-label={label}>
        {states.map(([name, label]) => (
          <LineTab key={name} value={name} count={String(one.counts[name] ?? 0)}>
            {label}
          </LineTab>
        ))}
      </TabLine>
      <Tabs.Content value={state} data-focus-home tabIndex={-1} className="outline-none">
        {onResolveAll && <ResolveAll one={one} onChange={onResolveAll} />}
        <RowList key={state} one={one} state={state} onResolve={onResolve} />
      </Tabs.Content>
    </Tabs.Root>
  );
}

/** The rows in their final places, without text. They appear only when the response takes a moment. */
function RowsSkeleton({ count }: { count: number }) {
  return (
    <div aria-busy="true" className="animate-late">
      <span className="sr-only">Loading rows</span>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row of the skeleton is identified by its position.
        <div key={index} className="flex h-10 items-center gap-4 border-b border-line">
          <SkeletonBar className="h-3 w-12 shrink-0" />
          <SkeletonBar className="h-3 w-1/3" />
          <SkeletonBar className="ml-auto h-3 w-32 shrink-0 max-md:hidden" />
        </div>
      ))}
    </div>
  );
}

type ResolveProps = { one: ImportJson; onChange: (change: Partial<ImportMappingJson>) => void };

/** The choice for all rows that overlap, or are likely duplicates, if there are any. */
function ResolveAll({ one: { counts, mapping, totals }, onChange }: ResolveProps) {
  const hasOverlaps = counts.overlap || mapping.overlaps === 'trim';
  const hasLikelyDuplicates = totals?.likely_duplicates || mapping.duplicates === 'import';
  return (
    <>
      {hasOverlaps && (
        <Choice
          label="Where entries overlap"
          options={RESOLUTION_LABELS.overlaps}
          value={mapping.overlaps}
          onChange={(overlaps) => onChange({ overlaps })}
        />
      )}
      {hasLikelyDuplicates && (
        <Choice
          label="Likely duplicates"
          options={RESOLUTION_LABELS.duplicates}
          value={mapping.duplicates}
          onChange={(duplicates) => onChange({ duplicates })}
        />
      )}
    </>
  );
}

type ChoiceProps<Value extends string> = {
  label: string;
  options: readonly (readonly [Value, string])[];
  value: Value;
  onChange: (value: Value) => void;
};

function Choice<Value extends string>(props: ChoiceProps<Value>) {
  return (
    <div className="flex flex-wrap items-center gap-3 py-3">
      <span className="text-text-2">{props.label}</span>
      <Segmented {...props} />
    </div>
  );
}

type ListProps = { one: ImportJson; state: ImportRowState; onResolve: Props['onResolve'] };

function RowList({ one, state, onResolve }: ListProps) {
  const query = useInfiniteQuery(importRowsQuery(useFetchApi(), one.id, state, one.version));
  const rows = query.data?.pages.flatMap((page) => page.rows.map((row) => ({ ...row, id: String(row.line) }))) ?? [];
  const nameOf = useNames();
  if (query.isPending) return <RowsSkeleton count={Math.min(one.counts[state] ?? 1, SKELETON_ROWS)} />;
  return (
    <>
      {query.isError && rows.length === 0 && <ListError noun="rows" error={query.error} size="part" />}
      <RowChunks rows={rows} as="ul">
        {(row) => (
          <ImportRowLine
            key={row.id}
            row={row}
            mapping={one.mapping}
            person={formatRowPerson(row, one, nameOf)}
            onResolve={onResolve}
          />
        )}
      </RowChunks>
      <ShowMore count={IMPORT_ROWS_AT_ONCE} query={query} />
    </>
  );
}
