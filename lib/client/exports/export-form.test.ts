import { expect, test } from 'vitest';
import { type ExportForm, exportRequest } from '#/lib/client/exports/export-form.ts';

const FORM: ExportForm = {
  format: 'csv',
  from: '2026-03-01',
  to: '2026-03-31',
  round: 'exact',
  roundToMinutes: 15,
  roundPer: 'day',
  columns: [],
  forExcel: false,
};

test('exact time is requested without rounding, and all columns without naming them', () => {
  const asked = { tag: 'a', format: 'csv', from: '2026-03-01', to: '2026-03-31' };
  expect(exportRequest(FORM, { tag: 'a', from: '2026-02-01' })).toEqual(asked);
});

test('rounding, columns and the byte order mark for Excel are sent if they apply', () => {
  const form: ExportForm = { ...FORM, round: 'up', columns: ['date', 'exact_hours'], forExcel: true };
  expect(exportRequest(form, {})).toMatchObject({
    round: 'up',
    round_to_minutes: '15',
    round_per: 'day',
    columns: 'date,exact_hours',
    bom: 'true',
  });
  const sheet = exportRequest({ ...form, format: 'pdf' }, {});
  expect(sheet).not.toHaveProperty('columns');
  expect(sheet).not.toHaveProperty('bom');
});
