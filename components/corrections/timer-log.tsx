'use client';

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { RevertCorrection } from '#/components/corrections/undo-correction.tsx';
import { useNames } from '#/components/corrections/use-names.ts';
import { Button } from '#/components/ui/button.tsx';
import { ListError } from '#/components/ui/list/list-error.tsx';
import { RowChunks } from '#/components/ui/list/row-chunks.tsx';
import { ShowMore } from '#/components/ui/list/show-more.tsx';
import { SkeletonBar } from '#/components/ui/list/skeleton-bar.tsx';
import { type TableColumn, TableHead } from '#/components/ui/list/table-head.tsx';
import { dateIn } from '#/lib/client/calendar/calendar.ts';
import { QUEUE_PAGE, timerCorrectionsQuery, timerEventsQuery } from '#/lib/client/corrections/correction-queries.ts';
import { shortDay } from '#/lib/client/corrections/format-correction.ts';
import { useFetchApi } from '#/lib/client/live/use-fetch-api.ts';
import { useMe, useTimeStyle, useToday } from '#/lib/client/live/use-live.tsx';
import { timeToTheSecond } from '#/lib/client/time/format-time.ts';
import { formatTimerEvent, isOfTimer, type LogLine } from '#/lib/client/timers/timer-log.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** All events of a timer, and a way to revert a correction. */
export function TimerLog({ timer }: { timer: TimerJson }) {
  const get = useFetchApi();
  const events = useInfiniteQuery(timerEventsQuery(get, timer.id));
  const corrections = useQuery(timerCorrectionsQuery(get, timer.id));
  const [dialog, setDialog] = useState<string | null>(null);
  const lines = events.data?.pages.flatMap((page) => page.events.filter(isOfTimer).map(formatTimerEvent)) ?? [];
  const open = new Set(corrections.data?.corrections.filter((one) => !one.reverted_by).map(({ id }) => id));
  return (
    <section aria-label="Audit log" className="mt-8">
      <div className="mb-2 flex flex-wrap gap-x-2">
        <h3 className="font-semibold">Audit log</h3>
        <span className="text-text-3">this timer, in your time</span>
        <span className="text-text-3 md:ml-auto">entries can’t be changed or removed</span>
      </div>
      {events.isPending && <SkeletonBar className="h-24 w-full animate-late" />}
      {!events.data && events.isError && <ListError noun="log" error={events.error} size="part" />}
      {events.data && lines.length === 0 && !events.hasNextPage && <p className="text-text-3">Nothing recorded yet.</p>}
      {lines.length > 0 && (
        <table className="w-full table-fixed border-separate border-spacing-0 border-t border-line max-md:block">
          <caption className="sr-only">Audit log of this timer</caption>
          <TableHead columns={COLUMNS} />
          <RowChunks rows={lines} className="max-md:block">
            {(line) => (
              <LogRow
                key={line.id}
                line={line}
                onUndo={line.correctionId && open.has(line.correctionId) ? () => setDialog(line.correctionId) : null}
              />
            )}
          </RowChunks>
        </table>
      )}
      <ShowMore count={QUEUE_PAGE} query={events} />
      {dialog && <RevertCorrection correctionId={dialog} onClose={() => setDialog(null)} />}
    </section>
  );
}

const COLUMNS: readonly TableColumn[] = [
  { name: 'When', className: 'static w-[152px]' },
  { name: 'Who', className: 'static w-[132px]' },
  { name: 'What', className: 'static w-[136px]' },
  { name: 'Change', className: 'static' },
  { name: 'Source', className: 'static w-[88px] max-lg:hidden' },
  { name: 'Actions', className: 'static w-[104px]', isSilent: true },
];
const cell = 'truncate border-line p-0 pr-3 max-md:pr-0 md:h-10 md:border-b';

function LogRow({ line, onUndo }: { line: LogLine; onUndo: (() => void) | null }) {
  const style = useTimeStyle();
  const year = useToday().slice(0, 4);
  const me = useMe();
  const nameOf = useNames();
  const when = `${shortDay(dateIn(style.timeZone, line.at), year)} ${timeToTheSecond(line.at, style)}`;
  const who = line.userId === me.user.id ? me.user.name : nameOf(line.userId);
  return (
    <tr className="border-line max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3 max-md:border-b max-md:py-2">
      <td className={`${cell} text-text-2 max-md:order-2 md:pl-2`}>{when}</td>
      <td className={`${cell} font-medium max-md:order-3`}>{line.userId ? who : 'Timer Service'}</td>
      <td className={`${cell} max-md:order-1`}>{line.what}</td>
      <td className={`${cell} py-2 whitespace-normal max-md:order-5 max-md:col-span-full`}>{line.change}</td>
      <td className={`${cell} text-text-3 max-lg:hidden`}>{line.from}</td>
      <td className={`${cell} text-right max-md:order-4`}>
        {onUndo && (
          <Button size="xs" variant="soft" aria-label={`Revert… ${line.what}, ${when}`} onClick={onUndo}>
            Revert…
          </Button>
        )}
      </td>
    </tr>
  );
}
