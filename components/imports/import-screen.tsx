'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useEffect, useRef } from 'react';
import { ImportApplied } from '#/components/imports/import-applied.tsx';
import { ImportDraft } from '#/components/imports/import-draft.tsx';
import { SOURCE_LABELS } from '#/components/imports/import-labels.ts';
import { ImportProgress } from '#/components/imports/import-progress.tsx';
import { useRefreshWork } from '#/components/imports/use-import-actions.ts';
import { useImportFocus } from '#/components/imports/use-import-focus.ts';
import { PageHead } from '#/components/layout/page-head.tsx';
import { TimerStrip } from '#/components/timers/timer-strip.tsx';
import { ListError } from '#/components/ui/list/list-error.tsx';
import { importQuery, isInProgress } from '#/lib/client/imports/import-queries.ts';
import { useFetchApi } from '#/lib/client/live/use-fetch-api.ts';
import { counted } from '#/lib/client/time/format-time.ts';

type Props = { id: string; zones: string[] };

/** One import: how its file is read, the dry run, its progress, and the result. */
export function ImportScreen({ id, zones }: Props) {
  const { data: one, error } = useQuery(importQuery(useFetchApi(), id));
  useRefreshAfter(isInProgress(one?.status));
  const box = useRef<HTMLDivElement>(null);
  useImportFocus(box, one?.id);
  return (
    <>
      <PageHead title={one?.file_name ?? 'Import'}>
        <TimerStrip />
      </PageHead>
      <div ref={box} tabIndex={-1} className="mx-auto max-w-[1440px] px-4 pt-4 pb-16 outline-none md:px-8">
        <p className="text-text-2">
          <Link href="/import" className="underline">
            All imports
          </Link>
          {one && ` · ${SOURCE_LABELS[one.source]} · ${counted(one.rows, 'row')} · ${one.encoding}`}
        </p>
        {error && !one && <ListError noun="import" error={error} />}
        {one?.status === 'draft' && <ImportDraft one={one} zones={zones} />}
        {one && isInProgress(one.status) && <ImportProgress one={one} />}
        {(one?.status === 'applied' || one?.status === 'undone') && <ImportApplied one={one} />}
      </div>
    </>
  );
}

/** When a worker is done, other pages' data about time is outdated. */
function useRefreshAfter(isBusy: boolean): void {
  const refresh = useRefreshWork();
  const wasBusy = useRef(isBusy);
  useEffect(() => {
    if (wasBusy.current && !isBusy) refresh();
    wasBusy.current = isBusy;
  }, [isBusy, refresh]);
}
