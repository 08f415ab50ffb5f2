'use client';

import { hashKey } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { ImportFailure } from '#/components/imports/import-failure.tsx';
import { formatImportTotals } from '#/components/imports/import-labels.ts';
import { ImportMapping } from '#/components/imports/import-mapping.tsx';
import { ImportRows } from '#/components/imports/import-rows.tsx';
import { useImportActions } from '#/components/imports/use-import-actions.ts';
import { Button } from '#/components/ui/button.tsx';
import { counted } from '#/lib/client/time/format-time.ts';
import type { ImportJson, ImportMappingJson, RowResolution } from '#/lib/tracking/imports/import-schemas.ts';

type Props = { one: ImportJson; zones: string[] };

/** A file that is not imported yet: how it is read, then the result of the dry run. */
export function ImportDraft({ one, zones }: Props) {
  const router = useRouter();
  const { run, busy, failure } = useImportActions();
  const [mapping, setMapping] = useState(one.mapping);
  const preview = (change: Partial<ImportMappingJson> = {}) => {
    const next = { ...mapping, ...change };
    setMapping(next);
    return run('preview', (actions) => actions.preview(one.id, { mapping: next }));
  };
  const resolve = (line: number, resolution: RowResolution) =>
    void run('preview', (actions) => actions.preview(one.id, { resolutions: [{ line, resolution }] }));
  const remove = async () => {
    if (await run('remove', (actions) => actions.remove(one.id))) router.push('/import');
  };
  const ready = one.counts.ready ?? 0;
  // The database reorders the members of an object.
  const isCurrent = hashKey([mapping]) === hashKey([one.mapping]);
  return (
    <>
      <ImportMapping one={one} mapping={mapping} zones={zones} onChange={setMapping} />
      <div className="flex flex-wrap items-center gap-2 pt-6 max-md:sticky max-md:bottom-[calc(env(safe-area-inset-bottom)+56px)] max-md:z-10 max-md:-mx-4 max-md:mt-4 max-md:border-t max-md:border-line max-md:bg-surface max-md:px-4 max-md:py-2">
        <Button
          variant={one.totals && isCurrent ? 'outline' : 'ink'}
          busy={busy === 'preview'}
          busyLabel="Checking…"
          onClick={() => void preview()}
        >
          {one.totals ? 'Check again' : 'Check the file'}
        </Button>
        <Button variant="ghost" busy={busy === 'remove'} busyLabel="Deleting…" onClick={() => void remove()}>
          Delete the file
        </Button>
      </div>
      <ImportFailure failure={failure} />
      {one.totals && (
        <section aria-labelledby="found" className="mt-6 border-t border-line pt-6">
          <h2 id="found" className="font-semibold">
            What will be imported
          </h2>
          <p role="status" className="mt-1 text-text-2">
            {formatImportTotals(one)} {newNames(one)}
          </p>
          <ImportRows
            one={one}
            label="Rows of the file"
            onResolve={resolve}
            onResolveAll={(change) => void preview(change)}
          />
          <Button
            variant="ink"
            className="mt-4"
            disabled={ready === 0 || !isCurrent}
            busy={busy === 'apply'}
            busyLabel="Starting…"
            onClick={() => void run('apply', (actions) => actions.apply(one))}
          >
            {`Import ${counted(ready, 'entry', 'entries')}`}
          </Button>
          {!isCurrent && <p className="mt-2 text-xs text-text-3">Check the file again to import it as chosen above.</p>}
        </section>
      )}
    </>
  );
}

function newNames({ totals }: ImportJson): string {
  const created = [
    totals?.new_projects.length && counted(totals.new_projects.length, 'new project'),
    totals?.new_tickets.length && counted(totals.new_tickets.length, 'new ticket'),
  ].filter(Boolean);
  return created.length > 0 ? `${created.join(' and ')}.` : '';
}
