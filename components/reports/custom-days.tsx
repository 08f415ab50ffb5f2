'use client';

import { useState } from 'react';
import { FieldError, TextField } from '#/components/ui/form/text-field.tsx';
import { type Days, daysError } from '#/lib/client/reports/report-view.ts';

type Props = { days: Days; onChoose: (days: Days) => void };

/** Two days to type or pick; the report follows once they form a period. */
export function CustomDays({ days, onChoose }: Props) {
  const [typed, setTyped] = useState(days);
  const error = daysError(typed);
  const type = (change: Partial<Days>) => {
    const next = { ...typed, ...change };
    setTyped(next);
    if (daysError(next) === null) onChoose(next);
  };
  return (
    <div className="grid min-w-0 max-w-full grid-cols-[minmax(0,1fr)] gap-1">
      <div className="flex items-center gap-1 max-[360px]:flex-wrap">
        <TextField
          label="First day"
          isLabelHidden
          className="min-w-0"
          type="date"
          value={typed.from}
          onChange={({ target }) => type({ from: target.value })}
        />
        –
        <TextField
          label="Last day"
          isLabelHidden
          className="min-w-0"
          type="date"
          value={typed.to}
          onChange={({ target }) => type({ to: target.value })}
        />
      </div>
      <FieldError id="custom-days-error" error={error} />
    </div>
  );
}
