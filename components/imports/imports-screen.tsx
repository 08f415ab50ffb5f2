'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { SOURCE_LABELS, STATUS_LABELS } from '#/components/imports/import-labels.ts';
import { ImportUpload } from '#/components/imports/import-upload.tsx';
import { PageHead } from '#/components/layout/page-head.tsx';
import { TimerStrip } from '#/components/timers/timer-strip.tsx';
import { ListError } from '#/components/ui/list/list-error.tsx';
import { ShowMore } from '#/components/ui/list/show-more.tsx';
import { IMPORTS_AT_ONCE, importListQuery } from '#/lib/client/imports/import-queries.ts';
import { useFetchApi } from '#/lib/client/live/use-fetch-api.ts';
import { useTimeStyle, useToday } from '#/lib/client/live/use-live.tsx';
import { counted, formatDuration } from '#/lib/client/time/format-time.ts';
import { formatMoment } from '#/lib/client/weeks/format-week.ts';
import type { ImportJson } from '#/lib/tracking/imports/import-schemas.ts';

/** The file upload, and previous imports. */
export function ImportsScreen() {
  const query = useInfiniteQuery(importListQuery(useFetchApi()));
  const imports = query.data?.pages.flatMap((page) => page.imports) ?? [];
  return (
    <>
      <PageHead title="Import">
        <TimerStrip />
      </PageHead>
      <div className="mx-auto max-w-[1440px] px-4 pb-16 md:px-8">
        <ImportUpload />
        {query.isError && imports.length === 0 && <ListError noun="imports" error={query.error} />}
        {imports.length > 0 && (
          <section aria-labelledby="earlier" className="pt-6">
            <h2 id="earlier" className="font-semibold">
              Your imports
            </h2>
            <ul className="mt-2">
              {imports.map((one) => (
                <ImportLine key={one.id} one={one} />
              ))}
            </ul>
            <ShowMore count={IMPORTS_AT_ONCE} query={query} />
          </section>
        )}
      </div>
    </>
  );
}

function ImportLine({ one }: { one: ImportJson }) {
  const style = useTimeStyle();
  const today = useToday();
  const isDone = one.status === 'applied';
  return (
    <li className="flex min-h-10 flex-wrap items-center gap-x-3 border-b border-line py-2 hover:bg-hover">
      <Link prefetch={false} href={`/import/${one.id}`} className="min-w-0 truncate font-medium underline">
        {one.file_name}
      </Link>
      <span className="text-text-2">{SOURCE_LABELS[one.source]}</span>
      <span className="text-text-2">{STATUS_LABELS[one.status]}</span>
      <span className="ml-auto text-text-3">
        {isDone && one.totals
          ? `${counted(one.counts.recorded ?? 0, 'entry', 'entries')}, ${formatDuration(one.totals.recorded_ms)}, `
          : ''}
        {formatMoment(one.created_at, style, today)}
      </span>
    </li>
  );
}
