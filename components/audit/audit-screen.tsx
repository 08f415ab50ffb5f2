'use client';

import { useMemo, useRef, useState } from 'react';
import { AuditFilter } from '#/components/audit/audit-filter.tsx';
import { AuditTable } from '#/components/audit/audit-table.tsx';
import { ExportLinks } from '#/components/audit/export-links.tsx';
import { useAuditLog } from '#/components/audit/use-audit-log.ts';
import { PageHead } from '#/components/layout/page-head.tsx';
import { TimerStrip } from '#/components/timers/timer-strip.tsx';
import { Button } from '#/components/ui/button.tsx';
import { ListError } from '#/components/ui/list/list-error.tsx';
import { NewRows } from '#/components/ui/list/new-rows.tsx';
import { ShowMore } from '#/components/ui/list/show-more.tsx';
import { SkeletonBar } from '#/components/ui/list/skeleton-bar.tsx';
import { useIsScrolled } from '#/components/ui/use-is-scrolled.ts';
import { EVENTS_AT_ONCE } from '#/lib/client/audit/audit-queries.ts';
import { auditHref, isEverything, readAuditView, UNFILTERED_VIEW } from '#/lib/client/audit/audit-view.ts';
import { useShortcuts } from '#/lib/client/live/use-live.tsx';
import { useUrlState } from '#/lib/client/page/use-url-state.ts';

/**
 * The audit log: who changed what and when, filtered and exportable. New entries appear live, but are held back while
 * someone reads one, moves through the rows or has scrolled down, so that nothing moves.
 */
export function AuditScreen() {
  const { view, show } = useUrlState({ read: readAuditView, toHref: auditHref });
  const place = auditHref(view);
  const [open, setOpen] = useState<{ place: string; id: string } | null>(null);
  const openId = open?.place === place ? open.id : null;
  const [isInRows, setInRows] = useState(false);
  const isScrolled = useIsScrolled();
  const { list, newLabel, showNew } = useAuditLog(view, isInRows || isScrolled || openId !== null);
  const events = list.data?.pages.flatMap((page) => page.events) ?? [];
  const filter = useRef<HTMLElement>(null);
  const rows = useRef<HTMLDivElement>(null);
  useShortcuts(useMemo(() => ({ f: () => filter.current?.querySelector('select')?.focus() }), []));
  return (
    <>
      <PageHead title="Audit log" facts="Entries can’t be changed or removed">
        <ExportLinks view={view} />
        <TimerStrip />
      </PageHead>
      <div className="mx-auto max-w-[1440px] px-4 pt-2 pb-16 md:px-8 md:pt-4">
        <AuditFilter ref={filter} view={view} onShow={show} />
        <NewRows
          // Rows on a phone have no header: there is room next to the last filter field.
          className="max-md:-mt-9 max-md:mb-9"
          label={newLabel}
          onShow={() => {
            showNew?.();
            rows.current?.focus({ preventScroll: true });
          }}
        />
        {events.length > 0 && (
          // biome-ignore lint/a11y/noStaticElementInteractions: it only observes whether the focus is among the rows.
          <div
            ref={rows}
            tabIndex={-1}
            className="outline-none"
            onFocus={({ target, currentTarget }) => setInRows(target !== currentTarget)}
            onBlur={() => setInRows(false)}
          >
            <AuditTable
              key={place}
              events={events}
              openId={openId}
              onOpen={(id) => setOpen(id === null ? null : { place, id })}
            />
          </div>
        )}
        {list.isPending && (
          <div aria-busy="true" className="grid animate-late gap-3 pt-10">
            <span className="sr-only">Loading the log</span>
            {['w-3/4', 'w-2/3', 'w-4/5'].map((width) => (
              <SkeletonBar key={width} className={`h-4 ${width}`} />
            ))}
          </div>
        )}
        {list.isSuccess && events.length === 0 && (
          <div className="py-8 text-text-2">
            <p role="status">No matching entries.</p>
            {!isEverything(view) && (
              <Button variant="soft" className="mt-3" onClick={() => show(UNFILTERED_VIEW)}>
                Clear filters
              </Button>
            )}
          </div>
        )}
        {list.isError && events.length === 0 && <ListError noun="log" error={list.error} />}
        {events.length > 0 && <ShowMore count={EVENTS_AT_ONCE} query={list} />}
      </div>
    </>
  );
}
