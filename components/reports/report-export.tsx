'use client';

import { useCallback, useMemo, useState } from 'react';
import { Button } from '#/components/ui/button.tsx';
import { useLazyModule } from '#/components/ui/use-lazy-module.ts';
import { useShortcuts } from '#/lib/client/live/use-live.tsx';
import { LazyModule } from '#/lib/client/offline/lazy-module.ts';

const DIALOG = new LazyModule(() => import('#/components/exports/export-dialog.tsx').then((part) => part.ExportDialog));

/** Exports the time of a report, entry by entry: the same days, people and filters. */
export function ReportExport({ query }: { query: URLSearchParams }) {
  const [isOpen, setOpen] = useState(false);
  const open = useCallback(() => setOpen(true), []);
  const close = useCallback(() => setOpen(false), []);
  const ExportDialog = useLazyModule(DIALOG, isOpen, close);
  useShortcuts(useMemo(() => ({ x: open }), [open]));
  const { group_by: _grouping, limit: _limit, ...filters } = Object.fromEntries(query);
  return (
    <>
      <Button variant="soft" icon="download" keyLabel="X" aria-keyshortcuts="x" className="max-md:h-10" onClick={open}>
        Export
      </Button>
      {isOpen && ExportDialog && <ExportDialog filters={filters} onClose={close} />}
    </>
  );
}
