import { ProgressBar } from '#/components/ui/progress-bar.tsx';
import type { ImportJson } from '#/lib/tracking/imports/import-schemas.ts';

/** The progress of an import. It continues when the page is closed. */
export function ImportProgress({ one }: { one: ImportJson }) {
  const { counts, status } = one;
  const isUndo = status === 'undoing';
  const left = (isUndo ? counts.recorded : counts.ready) ?? 0;
  const done = (isUndo ? (counts.undone ?? 0) + (counts.kept ?? 0) : counts.recorded) ?? 0;
  const of = done + left;
  const label = isUndo ? 'Undoing the import' : 'Importing';
  return (
    <section data-focus-home tabIndex={-1} aria-labelledby="progress" className="pt-6 outline-none">
      <h2 id="progress" className="font-semibold">
        {`${label}: ${done} of ${of}`}
      </h2>
      <ProgressBar label={label} done={done} of={of} className="mt-3 h-2 max-w-120" />
      <p className="mt-3 text-text-2">It continues if you close this page.</p>
    </section>
  );
}
