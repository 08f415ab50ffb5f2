'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { Tabs } from 'radix-ui';
import { useState } from 'react';
import { STATE_LABELS } from '#/components/imports/import-labels.ts';
import { ImportRowLine } from '#/components/imports/import-row-line.tsx';
import { useAsk } from '#/components/tickets/use-ask.ts';
import { Segmented } from '#/components/ui/segmented.tsx';
import { ShowMore } from '#/components/ui/show-more.tsx';
import { LineTab, TabLine } from '#/components/ui/tabs.tsx';
import { IMPORT_ROWS_AT_ONCE, importRowsQuery } from '#/lib/client/import-queries.ts';
import type { ImportJson, ImportRowState, OverlapResolution } from '#/lib/tracking/imports/import-schemas.ts';

type Props = {
  one: ImportJson;
  /** What the rows are, for ears. */
  label: string;
  onResolve?: (line: number, resolution: OverlapResolution) => void;
  onResolveAll?: (resolution: OverlapResolution) => void;
};

const RESOLVE_ALL = [
  ['skip', 'Keep existing time'],
  ['trim', 'Import what is free'],
] as const;

/** The rows of a file by what becomes, or has become, of them. */
export function ImportRows({ one, label, onResolve, onResolveAll }: Props) {
  const states = STATE_LABELS.filter(([state]) => one.counts[state]);
  const [chosen, setChosen] = useState<ImportRowState>('ready');
  const state = states.find(([name]) => name === chosen)?.[0] ?? states[0]?.[0];
  if (!state) return null;
  const hasOverlaps = one.counts.overlap || one.mapping.overlaps === 'trim';
  return (
    <Tabs.Root value={state} onValueChange={(next) => setChosen(next as ImportRowState)} className="mt-4">
      <TabLine aria-label={label}>
        {states.map(([name, words]) => (
          <LineTab key={name} value={name} count={String(one.counts[name] ?? 0)}>
            {words}
          </LineTab>
        ))}
      </TabLine>
      <Tabs.Content value={state} tabIndex={-1} className="outline-none">
        {onResolveAll && hasOverlaps && (
          <div className="flex flex-wrap items-center gap-3 py-3">
            <span className="text-text-2">Where entries overlap</span>
            <Segmented
              label="Where entries overlap"
              options={RESOLVE_ALL}
              value={one.mapping.overlaps}
              onChange={onResolveAll}
            />
          </div>
        )}
        <RowList key={state} one={one} state={state} onResolve={onResolve} />
      </Tabs.Content>
    </Tabs.Root>
  );
}

type ListProps = { one: ImportJson; state: ImportRowState; onResolve: Props['onResolve'] };

function RowList({ one, state, onResolve }: ListProps) {
  const query = useInfiniteQuery(importRowsQuery(useAsk(), one.id, state, one.version));
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <>
      <ul>
        {rows.map((row) => (
          <ImportRowLine
            key={row.line}
            row={row}
            overlaps={one.mapping.overlaps}
            onResolve={state === 'overlap' || row.resolution ? onResolve : undefined}
          />
        ))}
      </ul>
      <ShowMore count={IMPORT_ROWS_AT_ONCE} query={query} />
    </>
  );
}
