'use client';

import { type SubmitEvent, useState } from 'react';
import { ColumnChoice } from '#/components/exports/column-choice.tsx';
import { RoundingFields } from '#/components/exports/rounding-fields.tsx';
import { useExport } from '#/components/exports/use-export.ts';
import { Button } from '#/components/ui/button.tsx';
import { CancelButton } from '#/components/ui/dialog/close-guard.tsx';
import { Modal, ModalFoot } from '#/components/ui/dialog/modal.tsx';
import { FormProblem } from '#/components/ui/form/form-problem.tsx';
import { SelectField } from '#/components/ui/form/select-field.tsx';
import { TextField } from '#/components/ui/form/text-field.tsx';
import type { ExportQuery } from '#/lib/analytics/exports/export-schemas.ts';
import { type ExportForm, exportRequest } from '#/lib/client/exports/export-form.ts';
import { useLive, useMay, useToday } from '#/lib/client/live/use-live.tsx';

type Props = {
  /** The filters of the page, as an API query: `from`, `to`, `tag`, … */
  filters?: Record<string, string>;
  onClose: () => void;
};

const FORMATS: [ExportQuery['format'], string][] = [
  ['csv', 'CSV'],
  ['xlsx', 'Excel workbook'],
  ['jsonl', 'JSON Lines'],
  ['pdf', 'PDF timesheet, to sign'],
];

/** Asks what to export and in which format; a long file is written in the background. */
export function ExportDialog({ filters = {}, onClose }: Props) {
  const { toasts } = useLive();
  const [form, setForm] = useState(useFirstForm(filters));
  const { start, isBusy, problem } = useExport((outcome) => {
    onClose();
    if (outcome === 'downloaded') return;
    const text = 'You’ll be notified when it’s ready. Find it in Settings, Exports.';
    toasts.show({ icon: 'check', lead: 'Preparing your export.', text });
  });
  const change = (part: Partial<ExportForm>) => setForm((before) => ({ ...before, ...part }));
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isBusy) void start(exportRequest(form, filters));
  };
  return (
    <Modal title="Export time" size="lg" onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        <SelectField
          label="Format"
          value={form.format}
          data-autofocus
          hint={useScopeText(form.format, filters)}
          onChange={(event) => change({ format: event.target.value as ExportQuery['format'] })}
        >
          {FORMATS.map(([format, label]) => (
            <option key={format} value={format}>
              {label}
            </option>
          ))}
        </SelectField>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="From"
            type="date"
            required
            value={form.from}
            onChange={(event) => change({ from: event.target.value })}
          />
          <TextField
            label="To"
            type="date"
            required
            value={form.to}
            onChange={(event) => change({ to: event.target.value })}
          />
        </div>
        <RoundingFields form={form} onChange={change} />
        {(form.format === 'csv' || form.format === 'xlsx') && (
          <ColumnChoice chosen={form.columns} onChange={(columns) => change({ columns })} />
        )}
        {form.format === 'csv' && (
          <label className="flex items-center gap-2 pointer-coarse:min-h-11">
            <input
              type="checkbox"
              className="accent-ink"
              checked={form.forExcel}
              onChange={(event) => change({ forExcel: event.target.checked })}
            />
            Mark as UTF-8, for Excel
          </label>
        )}
        <ModalFoot problem={problem && <FormProblem text={problem} />}>
          <CancelButton />
          <Button type="submit" variant="ink" busy={isBusy} busyLabel="Exporting…">
            Export
          </Button>
        </ModalFoot>
      </form>
    </Modal>
  );
}

/** This month so far, or the days of the page. */
function useFirstForm(filters: Record<string, string>): ExportForm {
  const today = useToday();
  const day = (bound: string | undefined) => (/^\d{4}-\d{2}-\d{2}$/.test(bound ?? '') ? bound : undefined);
  return {
    format: 'csv',
    from: day(filters.from) ?? `${today.slice(0, 8)}01`,
    to: day(filters.to) ?? today,
    round: 'exact',
    roundToMinutes: 15,
    roundPer: 'entry',
    columns: [],
    forExcel: false,
  };
}

/** Whose time it contains. */
function useScopeText(format: ExportQuery['format'], filters: Record<string, string>): string {
  const seesAll = useMay('timers:read_all');
  if (format === 'pdf' && !filters.user_id) return 'Your own time, for at most 31 days.';
  if (filters.user_id || !seesAll) return filters.user_id ? 'Time of the members you filter by.' : 'Your own time.';
  return 'Everyone’s time in this workspace.';
}
