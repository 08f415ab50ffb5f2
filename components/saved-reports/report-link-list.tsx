'use client';

import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { formatProblem, useSavedReportActions } from '#/components/saved-reports/use-saved-report-actions.ts';
import { formatAgo, formatDate } from '#/components/settings/format-when.ts';
import { Button } from '#/components/ui/button.tsx';
import { Modal } from '#/components/ui/dialog/modal.tsx';
import { useRestoredFocus } from '#/components/ui/dialog/use-restored-focus.ts';
import { FormProblem } from '#/components/ui/form/form-problem.tsx';
import { ListError } from '#/components/ui/list/list-error.tsx';
import { SkeletonBar } from '#/components/ui/list/skeleton-bar.tsx';
import type { ReportLinkJson } from '#/lib/analytics/report-links/report-link-schemas.ts';
import { useFetchApi } from '#/lib/client/live/use-fetch-api.ts';
import { useMe, useTimeStyle } from '#/lib/client/live/use-live.tsx';
import { reportLinksQuery } from '#/lib/client/reports/saved-report-queries.ts';
import { counted } from '#/lib/client/time/format-time.ts';

/** Active links: their expiry, how often they were opened, and a way to revoke them. */
export function ReportLinkList() {
  const { data, error, isPending } = useQuery(reportLinksQuery(useFetchApi()));
  const [dialog, setDialog] = useState<ReportLinkJson | null>(null);
  const box = useRef<HTMLElement>(null);
  useRestoredFocus(box, '[data-report-link]');
  return (
    <section ref={box} tabIndex={-1} aria-labelledby="report-links" className="outline-none">
      <h2 id="report-links" className="mb-2 flex h-7 items-center font-semibold">
        Links
      </h2>
      {isPending && <SkeletonBar className="h-4 w-64 animate-late" />}
      {!data && error && <ListError noun="links" error={error} size="part" />}
      {data?.links.length === 0 && (
        <p className="text-text-3">None yet. A link shows one report to anyone who has it, until it expires.</p>
      )}
      <ul>
        {data?.links.map((link) => (
          <LinkRow key={link.id} link={link} now={new Date(data.server_time)} onRevoke={() => setDialog(link)} />
        ))}
      </ul>
      {dialog && <RevokeLink link={dialog} onClose={() => setDialog(null)} />}
    </section>
  );
}

type RowProps = { link: ReportLinkJson; now: Date; onRevoke: () => void };

function LinkRow({ link, now, onRevoke }: RowProps) {
  const style = useTimeStyle();
  const { id } = useMe().user;
  const { name, created_by, times_opened: times, last_opened_at: last } = link;
  const expiry = formatDate(new Date(link.expires_at), now, style);
  const facts = [
    created_by.user_id === id ? null : created_by.name,
    link.has_expired ? `expired ${expiry}` : `expires ${expiry}`,
    link.has_password ? 'with a password' : 'no password',
    last ? `opened ${counted(times, 'time')}, last ${formatAgo(new Date(last), now, style)}` : 'never opened',
  ].filter(Boolean);
  return (
    <li
      data-report-link={link.id}
      className="flex min-h-12 items-center gap-3 border-b border-line py-2 first:border-t"
    >
      <div className="min-w-0 grow">
        <p className="truncate font-medium">{name}</p>
        <p className="text-xs text-text-3">{facts.join(' · ')}</p>
      </div>
      <Button variant="ghost" size="sm" className="px-1" aria-label={`Revoke the link to ${name}`} onClick={onRevoke}>
        Revoke
      </Button>
    </li>
  );
}

/** Asks, since people with the link can no longer open it. */
function RevokeLink({ link: { id, name }, onClose }: { link: ReportLinkJson; onClose: () => void }) {
  const { revoke } = useSavedReportActions();
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    try {
      await revoke(id);
      onClose();
    } catch (error) {
      setProblem(formatProblem(error));
      setBusy(false);
    }
  };
  return (
    <Modal title={`Revoke the link to ${name}?`} role="alertdialog" onClose={onClose}>
      <div className="grid gap-4">
        <p className="text-text-2">The link stops working at once. This can’t be undone.</p>
        <FormProblem text={problem} />
        <div className="flex justify-end gap-2">
          <Button data-autofocus onClick={onClose}>
            Keep it
          </Button>
          <Button variant="danger" data-confirm busy={isBusy} busyLabel="Revoking…" onClick={() => void confirm()}>
            Revoke link
          </Button>
        </div>
      </div>
    </Modal>
  );
}
