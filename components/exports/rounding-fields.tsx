'use client';

import { SelectField } from '#/components/ui/form/select-field.tsx';
import type { ExportForm } from '#/lib/client/exports/export-form.ts';

type Rounding = Pick<ExportForm, 'round' | 'roundToMinutes' | 'roundPer'>;
type Props = { form: Rounding; onChange: (change: Partial<Rounding>) => void };

const STEPS = [1, 5, 6, 10, 15, 30, 60];

/** How durations are rounded. Exact ones are always included too. */
export function RoundingFields({ form, onChange }: Props) {
  const isRounded = form.round !== 'exact';
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <SelectField
        label="Rounding"
        value={form.round}
        onChange={(event) => onChange({ round: event.target.value as Rounding['round'] })}
      >
        <option value="exact">None</option>
        <option value="up">Up</option>
        <option value="down">Down</option>
        <option value="nearest">To the nearest</option>
      </SelectField>
      {isRounded && (
        <>
          <SelectField
            label="To multiples of"
            value={form.roundToMinutes}
            onChange={(event) => onChange({ roundToMinutes: Number(event.target.value) })}
          >
            {STEPS.map((minutes) => (
              <option key={minutes} value={minutes}>{`${minutes}\u00a0min`}</option>
            ))}
          </SelectField>
          <SelectField
            label="For each"
            value={form.roundPer}
            onChange={(event) => onChange({ roundPer: event.target.value as Rounding['roundPer'] })}
          >
            <option value="entry">Timer</option>
            <option value="day">Member’s day</option>
          </SelectField>
        </>
      )}
    </div>
  );
}
