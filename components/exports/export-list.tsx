'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { formatInstant } from '#/components/settings/format-when.ts';
import { Button, buttonClass } from '#/components/ui/button.tsx';
import { ListError } from '#/components/ui/list/list-error.tsx';
import { ProgressBar } from '#/components/ui/progress-bar.tsx';
import { StateLabel } from '#/components/ui/state-label.tsx';
import type { ExportJson } from '#/lib/analytics/exports/requested-export-schemas.ts';
import { EXPORTS_KEY, exportsQuery, isOpen } from '#/lib/client/exports/export-queries.ts';
import { useFetchApi } from '#/lib/client/live/use-fetch-api.ts';
import { useLive, useTimeStyle } from '#/lib/client/live/use-live.tsx';
import { counted } from '#/lib/client/time/format-time.ts';

/** Files that a worker is writing or has written, with their progress. */
export function ExportList() {
  const { data, isSuccess, isError, error } = useQuery(exportsQuery(useFetchApi()));
  if (isError && !data) return <ListError noun="exports" error={error} size="part" />;
  if (isSuccess && data.exports.length === 0) {
    return <p className="text-text-3">No exports yet. Long ones are prepared in the background and listed here.</p>;
  }
  return (
    <ul className="divide-y divide-line">
      {data?.exports.map((one) => (
        <ExportRow key={one.id} one={one} />
      ))}
    </ul>
  );
}

function ExportRow({ one }: { one: ExportJson }) {
  const { http } = useLive();
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => http.send(`/reports/exports/${one.id}/cancel`, { method: 'POST', body: {} }),
    onSettled: () => client.invalidateQueries({ queryKey: EXPORTS_KEY }),
  });
  return (
    <li data-export={one.id} className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 py-2">
      <div className="min-w-0 grow">
        <p className="truncate font-medium">{one.file_name}</p>
        <div className="text-xs text-text-3" role={isOpen(one) ? 'status' : undefined}>
          <StatusText one={one} />
        </div>
      </div>
      {isOpen(one) && one.rows_total !== null && (
        <ProgressBar
          label={`Progress of ${one.file_name}`}
          done={one.rows_done}
          of={Math.max(one.rows_total, one.rows_done, 1)}
          className="h-1 w-24"
        />
      )}
      {isOpen(one) && (
        <Button
          size="sm"
          aria-label={`Cancel ${one.file_name}`}
          busy={cancel.isPending}
          onClick={() => cancel.mutate()}
        >
          Cancel
        </Button>
      )}
      {one.status === 'ready' && (
        <a
          href={`/api/v1/reports/exports/${one.id}/file`}
          download
          aria-label={`Download ${one.file_name}`}
          className={buttonClass({ size: 'sm' })}
        >
          Download
        </a>
      )}
    </li>
  );
}

function StatusText({ one }: { one: ExportJson }) {
  const style = useTimeStyle();
  switch (one.status) {
    case 'requested':
      return 'Waiting to start';
    case 'running':
      return `${entriesOf(one)} so far`;
    case 'ready':
      return `${entriesOf(one)} · available until ${formatInstant(new Date(one.expires_at ?? 0), style)}`;
    case 'failed':
      return (
        <StateLabel icon="warning" tone="danger">
          {one.failure_reason ? `Failed. ${one.failure_reason}` : 'Failed. Export again.'}
        </StateLabel>
      );
    case 'canceled':
      return 'Canceled';
    case 'expired':
      return 'Expired. Export again.';
  }
}

function entriesOf({ rows_done: rows }: Pick<ExportJson, 'rows_done'>): string {
  return counted(rows, 'entry', 'entries');
}
