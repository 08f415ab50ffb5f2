'use client';

import { ImportFailure } from '#/components/imports/import-failure.tsx';
import { formatImportTotals, STATUS_LABELS } from '#/components/imports/import-labels.ts';
import { ImportRows } from '#/components/imports/import-rows.tsx';
import { useImportActions } from '#/components/imports/use-import-actions.ts';
import { Button } from '#/components/ui/button.tsx';
import { StateLabel } from '#/components/ui/state-label.tsx';
import { counted } from '#/lib/client/time/format-time.ts';
import type { ImportJson } from '#/lib/tracking/imports/import-schemas.ts';

/** The result of an import, and undoing it. */
export function ImportApplied({ one }: { one: ImportJson }) {
  const { run, busy, failure } = useImportActions();
  const undo = (keepChanged: boolean) => void run('undo', (actions) => actions.undo(one.id, keepChanged));
  const isApplied = one.status === 'applied';
  return (
    <>
      <section
        data-focus-home
        tabIndex={-1}
        aria-label="Result"
        className="flex flex-wrap items-center gap-x-4 gap-y-2 pt-6 outline-none"
      >
        <StateLabel icon={isApplied ? 'check' : 'retry'}>
          {isApplied ? formatImportTotals(one) : undoneLine(one)}
        </StateLabel>
        {isApplied && (
          <Button icon="retry" busy={busy === 'undo'} busyLabel="Undoing…" onClick={() => undo(false)}>
            Undo import
          </Button>
        )}
      </section>
      <ImportFailure failure={failure} />
      {failure?.code === 'import_changed' && (
        <Button variant="danger" className="mt-2" onClick={() => undo(true)}>
          Undo the rest, keep what was changed
        </Button>
      )}
      <ImportRows one={one} label={STATUS_LABELS[one.status]} />
    </>
  );
}

function undoneLine({ counts }: ImportJson): string {
  const undone = `${counted(counts.undone ?? 0, 'entry', 'entries')} undone`;
  return counts.kept ? `${undone}, ${counts.kept} kept.` : `${undone}.`;
}
