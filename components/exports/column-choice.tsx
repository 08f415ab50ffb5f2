'use client';

import { FoldSummary } from '#/components/ui/fold-summary.tsx';
import { COLUMN_NAMES } from '#/lib/analytics/exports/column-schemas.ts';

type Props = { chosen: readonly string[]; onChange: (columns: string[]) => void };

/** The columns of a file; none chosen means all of them. They keep their order. */
export function ColumnChoice({ chosen, onChange }: Props) {
  const change = (name: string, isWanted: boolean) =>
    onChange(COLUMN_NAMES.filter((one) => (one === name ? isWanted : chosen.includes(one))));
  return (
    <details className="group">
      <FoldSummary className="font-medium">
        Columns{' '}
        <span className="font-normal text-text-3">{chosen.length === 0 ? 'all' : `${chosen.length} selected`}</span>
      </FoldSummary>
      <fieldset className="mt-2 grid grid-cols-2 gap-x-4 gap-y-1 sm:grid-cols-3">
        <legend className="sr-only">Columns</legend>
        {COLUMN_NAMES.map((name) => (
          <label key={name} className="flex items-center gap-2 pointer-coarse:min-h-11">
            <input
              type="checkbox"
              className="accent-ink"
              checked={chosen.includes(name)}
              onChange={(event) => change(name, event.target.checked)}
            />
            {formatColumn(name)}
          </label>
        ))}
      </fieldset>
    </details>
  );
}

/** `Exact hours`, `Timer ID`. */
function formatColumn(name: string): string {
  const text = name.replaceAll('_', ' ').replace(/\bid$/, 'ID');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
