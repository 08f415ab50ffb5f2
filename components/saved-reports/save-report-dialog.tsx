'use client';

import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { formatProblem, useSavedReportActions } from '#/components/saved-reports/use-saved-report-actions.ts';
import { Button } from '#/components/ui/button.tsx';
import { CancelButton } from '#/components/ui/dialog/close-guard.tsx';
import { Modal } from '#/components/ui/dialog/modal.tsx';
import { switchClass } from '#/components/ui/form/switch.tsx';
import { TextField } from '#/components/ui/form/text-field.tsx';
import { REPORT_NAME_MAX, type SavedQuery } from '#/lib/analytics/saved-reports/saved-report.ts';
import type { SavedReportJson } from '#/lib/analytics/saved-reports/saved-report-schemas.ts';
import { useFetchApi } from '#/lib/client/live/use-fetch-api.ts';
import { useLive, useMe } from '#/lib/client/live/use-live.tsx';
import { savedReportsQuery } from '#/lib/client/reports/saved-report-queries.ts';

type Props = {
  /** The one to rename or share; null to save the shown report. */
  report: SavedReportJson | null;
  query: SavedQuery;
  onClose: () => void;
};

/** Name of a saved report, and its readers. Saving under an existing name replaces that report. */
export function SaveReportDialog({ report, query, onClose }: Props) {
  const { toasts } = useLive();
  const actions = useSavedReportActions();
  const [name, setName] = useState(report?.name ?? '');
  const [isShared, setShared] = useState(report?.is_shared ?? false);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const sameName = useOwnReport(report ? '' : name);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (name.trim() === '') return setProblem('Enter a name.');
    setBusy(true);
    const draft = { name: name.trim(), query, is_shared: isShared };
    const edited = report ?? sameName;
    try {
      await (edited ? actions.edit(edited, draft) : actions.save(draft));
      onClose();
      if (!report)
        toasts.show({ icon: 'check', lead: `${draft.name} saved.`, text: 'Find it under Saved in Reports.' });
    } catch (error) {
      setProblem(formatProblem(error));
      setBusy(false);
    }
  };
  return (
    <Modal title={report ? `Edit ${report.name}` : 'Save report'} onClose={onClose}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <TextField
          label="Name"
          data-autofocus=""
          autoComplete="off"
          maxLength={REPORT_NAME_MAX}
          value={name}
          hint={sameName && 'Replaces your saved report with this name'}
          error={problem}
          onChange={({ target }) => {
            setName(target.value);
            setProblem(null);
          }}
        />
        <label className="flex items-start gap-3">
          <input
            type="checkbox"
            checked={isShared}
            onChange={({ target }) => setShared(target.checked)}
            className={switchClass}
          />
          <span>
            <span className="block font-medium">Visible to the workspace</span>
            <span className="block text-xs text-text-3">{formatShared(query)}</span>
          </span>
        </label>
        <div className="flex justify-end gap-2">
          <CancelButton />
          <Button type="submit" variant="ink" busy={isBusy} busyLabel="Saving…">
            {sameName ? 'Replace' : 'Save'}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

/** One's own report with this name, in any case. */
function useOwnReport(name: string): SavedReportJson | undefined {
  const { id } = useMe().user;
  const { data } = useQuery(savedReportsQuery(useFetchApi()));
  const wanted = name.trim().toLowerCase();
  return data?.saved_reports.find((one) => one.owner.user_id === id && one.name.toLowerCase() === wanted);
}

function formatShared({ whose }: SavedQuery): string {
  return whose === 'me'
    ? 'Other members can open it too, and see their own time.'
    : 'Admins can open it too. Members can’t, because it shows other people’s time.';
}
