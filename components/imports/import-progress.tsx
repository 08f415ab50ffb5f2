import type { ImportJson } from '#/lib/tracking/imports/import-schemas.ts';

/** How far a worker is with an import. It goes on when the page is closed. */
export function ImportProgress({ one }: { one: ImportJson }) {
  const { counts, status } = one;
  const isUndo = status === 'undoing';
  const left = (isUndo ? counts.recorded : counts.ready) ?? 0;
  const done = (isUndo ? (counts.undone ?? 0) + (counts.kept ?? 0) : counts.recorded) ?? 0;
  const of = done + left;
  const label = isUndo ? 'Undoing the import' : 'Importing';
  return (
    <section aria-labelledby="progress" className="pt-6">
      <h2 id="progress" className="font-semibold">
        {`${label}: ${done} of ${of}`}
      </h2>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={of}
        aria-valuenow={done}
        className="mt-3 h-2 max-w-120 rounded-sm bg-sunken"
      >
        <div className="h-2 rounded-sm bg-ink" style={{ width: `${of === 0 ? 100 : (100 * done) / of}%` }} />
      </div>
      <p className="mt-3 text-text-2">It continues if you close this page.</p>
    </section>
  );
}
