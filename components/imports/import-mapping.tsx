'use client';

import { FIELD_LABELS, FIELDS } from '#/components/imports/import-labels.ts';
import { ImportPeople } from '#/components/imports/import-people.tsx';
import { TimeZoneField } from '#/components/settings/time-zone-field.tsx';
import { FoldSummary } from '#/components/ui/fold-summary.tsx';
import { Segmented } from '#/components/ui/form/segmented.tsx';
import { SelectField } from '#/components/ui/form/select-field.tsx';
import { TextField } from '#/components/ui/form/text-field.tsx';
import type { ImportFieldName, ImportJson, ImportMappingJson } from '#/lib/tracking/imports/import-schemas.ts';

type Props = {
  one: ImportJson;
  mapping: ImportMappingJson;
  zones: string[];
  onChange: (mapping: ImportMappingJson) => void;
};

const ASSIGN = [
  ['me', 'All mine'],
  ['by_person', 'By person'],
] as const;
const ORDERS = [
  ['', 'Detect from the file'],
  ['day_first', 'Day first, 19/11/2026'],
  ['month_first', 'Month first, 11/19/2026'],
] as const;

const UNITS: readonly (readonly [ImportMappingJson['duration_unit'], string])[] = [
  ['hours', 'Hours, 1.5'],
  ['hours_minutes', 'Hours and minutes, 1.30'],
  ['minutes', 'Minutes, 90'],
  ['seconds', 'Seconds, 5400'],
];

/** How a file is read: its zone, dates, people and columns. */
export function ImportMapping({ one, mapping, zones, onChange }: Props) {
  const set = (change: Partial<ImportMappingJson>) => onChange({ ...mapping, ...change });
  return (
    <section data-focus-home tabIndex={-1} aria-labelledby="mapping" className="pt-6 outline-none">
      <h2 id="mapping" className="font-semibold">
        How the file is read
      </h2>
      <div className="mt-3 grid gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-4">
        <TimeZoneField
          zones={zones}
          value={mapping.time_zone}
          hint="The time zone of the times in the file"
          onChange={(time_zone) => set({ time_zone })}
        />
        <SelectField
          label="Dates"
          value={mapping.date_order ?? ''}
          hint="For dates such as 03/04/2026"
          onChange={({ target }) => set({ date_order: orderOf(target.value) })}
        >
          {ORDERS.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="When clocks go back"
          value={mapping.repeated_time}
          hint="For times that occur twice that night"
          onChange={({ target }) => set({ repeated_time: target.value as ImportMappingJson['repeated_time'] })}
        >
          <option value="ask">Show them as errors</option>
          <option value="earlier">The earlier of the two</option>
          <option value="later">The later of the two</option>
        </SelectField>
        {one.source === 'csv' && mapping.columns.duration !== undefined && (
          <SelectField
            label="Durations"
            value={mapping.duration_unit}
            hint="For numbers alone; 1:30 is always an hour and a half"
            onChange={({ target }) => set({ duration_unit: target.value as ImportMappingJson['duration_unit'] })}
          >
            {UNITS.map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </SelectField>
        )}
        <TextField
          label="Entries without times"
          type="time"
          value={mapping.place_from}
          hint="Placed one after another from this time"
          onChange={({ target }) => target.value && set({ place_from: target.value })}
        />
      </div>
      <div className="mt-4 grid gap-1">
        <span className="font-medium">Whose entries</span>
        <Segmented
          label="Whose entries"
          options={ASSIGN}
          value={mapping.assign}
          onChange={(assign) => set({ assign })}
        />
      </div>
      {mapping.assign === 'by_person' && <ImportPeople one={one} mapping={mapping} onChange={set} />}
      <ColumnTable one={one} mapping={mapping} onChange={set} />
      {mapping.columns.ticket !== undefined && (
        <label className="mt-3 flex min-h-8 w-fit items-center gap-2 pointer-coarse:min-h-11">
          <input
            type="checkbox"
            className="size-4 accent-ink"
            checked={mapping.create_tickets}
            onChange={({ target }) => set({ create_tickets: target.checked })}
          />
          Create tickets for unknown keys
        </label>
      )}
    </section>
  );
}

type ColumnProps = Pick<Props, 'one' | 'mapping'> & { onChange: (change: Partial<ImportMappingJson>) => void };

/** The meaning of each column of the file. */
function ColumnTable({ one, mapping, onChange }: ColumnProps) {
  const fieldAt = (index: number) => FIELDS.find((field) => mapping.columns[field] === index) ?? '';
  const choose = (index: number, field: ImportFieldName | '') => {
    const rest = Object.entries(mapping.columns).filter(([name, at]) => at !== index && name !== field);
    onChange({ columns: Object.fromEntries(field ? [...rest, [field, index]] : rest) });
  };
  return (
    <details className="group mt-4" open={one.source === 'csv'}>
      <FoldSummary className="font-medium">Columns</FoldSummary>
      <ul className="mt-2 grid gap-x-6 sm:grid-cols-2 lg:grid-cols-3">
        {one.columns.map((header, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by its position; headers may repeat.
          <li key={index} className="flex items-center justify-between gap-3 border-b border-line py-1.5">
            <span className="min-w-0 truncate">{header || `Column ${index + 1}`}</span>
            <select
              aria-label={`Column ${header || index + 1}`}
              value={fieldAt(index)}
              onChange={({ target }) => choose(index, target.value as ImportFieldName | '')}
              className="h-8 w-44 shrink-0 rounded-md border border-line-control bg-surface px-2 max-md:h-10 pointer-coarse:h-11"
            >
              <option value="">Not imported</option>
              {FIELDS.map((field) => (
                <option key={field} value={field}>
                  {FIELD_LABELS[field]}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ul>
    </details>
  );
}

function orderOf(value: string): ImportMappingJson['date_order'] {
  return value === 'day_first' || value === 'month_first' ? value : null;
}
