'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useMemo, useRef, useState } from 'react';
import { ReportFrame } from '#/components/reports/report-frame.tsx';
import { ReportLinkList } from '#/components/saved-reports/report-link-list.tsx';
import { SaveReportDialog } from '#/components/saved-reports/save-report-dialog.tsx';
import { formatSavedQuery } from '#/components/saved-reports/saved-report-labels.ts';
import { type SavedReportActions, SavedReportRow } from '#/components/saved-reports/saved-report-row.tsx';
import { ShareReportDialog } from '#/components/saved-reports/share-report-dialog.tsx';
import { useSavedReportActions } from '#/components/saved-reports/use-saved-report-actions.ts';
import { buttonClass } from '#/components/ui/button.tsx';
import { useRestoredFocus } from '#/components/ui/dialog/use-restored-focus.ts';
import { ListError } from '#/components/ui/list/list-error.tsx';
import { SkeletonBar } from '#/components/ui/list/skeleton-bar.tsx';
import type { SavedReportJson } from '#/lib/analytics/saved-reports/saved-report-schemas.ts';
import { useFetchApi } from '#/lib/client/live/use-fetch-api.ts';
import { useLive, useMay, useToday } from '#/lib/client/live/use-live.tsx';
import { membersQuery } from '#/lib/client/members/member-queries.ts';
import { useNeedsServer } from '#/lib/client/offline/use-needs-server.ts';
import { REPORTS_PATH } from '#/lib/client/reports/report-view.ts';
import { savedReportsQuery } from '#/lib/client/reports/saved-report-queries.ts';

type OpenDialog = { report: SavedReportJson; what: 'edit' | 'share' };

/** Saved reports, one's own and those shared with the workspace, and active links. */
export function SavedReportsScreen() {
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const { remove } = useSavedReportActions();
  const needsServer = useNeedsServer();
  const actions = useMemo(
    (): SavedReportActions => ({
      onEdit: needsServer((report: SavedReportJson) => setDialog({ report, what: 'edit' })),
      onShare: needsServer((report: SavedReportJson) => setDialog({ report, what: 'share' })),
      onDelete: needsServer((report: SavedReportJson) => void remove(report)),
    }),
    [needsServer, remove],
  );
  const close = () => setDialog(null);
  return (
    <ReportFrame>
      <div className="grid max-w-[752px] gap-10">
        <SavedReportList actions={actions} />
        <ReportLinkList />
      </div>
      {dialog?.what === 'edit' && (
        <SaveReportDialog report={dialog.report} query={dialog.report.query} onClose={close} />
      )}
      {dialog?.what === 'share' && (
        <ShareReportDialog name={dialog.report.name} query={dialog.report.query} onClose={close} />
      )}
    </ReportFrame>
  );
}

function SavedReportList({ actions }: { actions: SavedReportActions }) {
  const { data, error, isPending } = useQuery(savedReportsQuery(useFetchApi()));
  const context = { today: useToday(), nameOf: useNameOf() };
  const box = useRef<HTMLElement>(null);
  useRestoredFocus(box, '[data-saved-report]');
  return (
    <section ref={box} tabIndex={-1} aria-labelledby="saved-reports" className="outline-none">
      <h2 id="saved-reports" className="mb-2 flex h-7 items-center font-semibold">
        Saved reports
      </h2>
      {isPending && <SkeletonBar className="h-4 w-64 animate-late" />}
      {!data && error && <ListError noun="saved reports" error={error} size="part" />}
      {data?.saved_reports.length === 0 && (
        <div className="grid justify-items-start gap-3">
          <p className="text-text-3">None yet. Choose what you want to see in Reports, then save it.</p>
          <Link href={REPORTS_PATH} className={buttonClass({ variant: 'outline' })}>
            Go to Reports
          </Link>
        </div>
      )}
      <ul>
        {data?.saved_reports.map((report) => (
          <SavedReportRow
            key={report.id}
            report={report}
            about={formatSavedQuery(report.query, context)}
            actions={actions}
          />
        ))}
      </ul>
    </section>
  );
}

/** Names of members; a placeholder for an unknown one. */
function useNameOf(): (userId: string) => string {
  const { http } = useLive();
  const { data } = useQuery({ ...membersQuery(http), enabled: useMay('members:read') });
  return useMemo(() => {
    const names = new Map(data?.members.map(({ user_id, name }) => [user_id, name]));
    return (userId) => names.get(userId) ?? 'a member';
  }, [data]);
}
