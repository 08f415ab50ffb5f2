'use client';

import { useQuery } from '@tanstack/react-query';
import type { TicketSourceActions } from '#/components/ticket-sources/ticket-source-actions.ts';
import { WorklogsForm } from '#/components/ticket-sources/worklogs-form.tsx';
import { WorklogsState } from '#/components/ticket-sources/worklogs-state.tsx';
import { Modal } from '#/components/ui/dialog/modal.tsx';
import { ListError } from '#/components/ui/list/list-error.tsx';
import { SkeletonBar } from '#/components/ui/list/skeleton-bar.tsx';
import { useLive } from '#/lib/client/live/use-live.tsx';
import { worklogsQuery } from '#/lib/client/tickets/ticket-source-queries.ts';
import type { TicketSourceJson } from '#/lib/tracking/ticket-sources/ticket-source-schemas.ts';

type Props = { source: TicketSourceJson; action: TicketSourceActions['setWorklogs']; onClose: () => void };

/** Whether and how tracked time is pushed to the tracker, its progress, and failures. */
export function WorklogsDialog({ source, action, onClose }: Props) {
  const { http } = useLive();
  const { data, isPending, isError, error, refetch } = useQuery(worklogsQuery(http, source.id));
  return (
    <Modal title={`Worklogs of ${source.name}`} size="lg" onClose={onClose}>
      <p className="mb-4 text-text-2">
        Pushes tracked time to the issues: one worklog for each session and day, in whole minutes. Later changes are
        pushed too.
      </p>
      {isPending && <SkeletonBar className="h-4 w-64 animate-late" />}
      {!data && isError && <ListError noun="worklogs" error={error} size="part" />}
      {data && (
        <div className="grid gap-6">
          {data.tracker && <WorklogsState source={source} worklogs={data} onChanged={() => void refetch()} />}
          <WorklogsForm
            // Resets to the saved state: no typed text is left that closing would lose.
            key={JSON.stringify([data.state === 'off', data.tracker, data.base_url, data.email, data.from_date])}
            source={source}
            worklogs={data}
            action={action}
            onSaved={() => void refetch()}
          />
        </div>
      )}
    </Modal>
  );
}
