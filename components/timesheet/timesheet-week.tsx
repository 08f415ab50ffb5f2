'use client';

import { useMemo, useState } from 'react';
import { AddRow } from '#/components/timesheet/add-row.tsx';
import { ProposalBar } from '#/components/timesheet/proposal-bar.tsx';
import { TimesheetDays } from '#/components/timesheet/timesheet-days.tsx';
import { TimesheetGrid } from '#/components/timesheet/timesheet-grid.tsx';
import { useCellEdits } from '#/components/timesheet/use-cell-edits.ts';
import { type CopiedState, useLastWeek } from '#/components/timesheet/use-last-week.ts';
import { useWeekState } from '#/components/timesheet/use-week-state.ts';
import { WeekState } from '#/components/timesheet/week-state.tsx';
import { Button } from '#/components/ui/button.tsx';
import { Icon } from '#/components/ui/icon.tsx';
import { useLive, useServerNow } from '#/lib/client/live/use-live.tsx';
import { useNeedsServer } from '#/lib/client/offline/use-needs-server.ts';
import { rowKey, timesheetOf, withRows } from '#/lib/client/timesheet/timesheet.ts';
import { Proposals } from '#/lib/client/timesheet/timesheet-proposals.ts';
import type { TimesheetView } from '#/lib/client/timesheet/timesheet-view.ts';
import { formatClosedWeek } from '#/lib/client/weeks/format-week.ts';
import type { TimerListJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** Durations are shown to the minute. */
const STEP_MS = 5_000;

type TimesheetWeekProps = { list: TimerListJson; view: TimesheetView; today: string; copied: CopiedState };

/** One week: as a grid, on a phone day by day; with a way to copy the previous week. */
export function TimesheetWeek({ list, view, today, copied }: TimesheetWeekProps) {
  const { by, week } = view;
  const { toasts } = useLive();
  const now = useServerNow(STEP_MS);
  const lastWeek = useLastWeek(view, copied);
  const { rows } = lastWeek;
  const sheet = useMemo(() => withRows(timesheetOf(list, by, now), rows), [list, by, now, rows]);
  const closedReason = formatClosedWeek(useWeekState(week));
  const edits = useCellEdits(sheet, { by, keep: lastWeek.keep, closedReason });
  const [isAdding, setAdding] = useState(false);
  // A cell that has time by now needs no proposal anymore.
  const proposals = useMemo(() => {
    const byKey = new Map(sheet.rows.map((row) => [row.key, row]));
    const isOpen = ({ key, date }: { key: string; date: string }) =>
      byKey.get(key)?.cells.some((cell) => cell.date === date && cell.pieces.length === 0);
    return new Proposals(closedReason ? [] : lastWeek.proposals.all.filter(isOpen));
  }, [lastWeek.proposals, sheet, closedReason]);
  const needsServer = useNeedsServer();
  const addAll = async () => {
    setAdding(true);
    await edits.addAll(proposals);
    setAdding(false);
  };
  const propose = () => {
    if (lastWeek.propose(sheet) > 0) return;
    toasts.show({
      icon: 'check',
      lead: 'Nothing to propose.',
      text: 'Last week’s rows already have time this week, or their days are in the future.',
    });
  };
  const shared = { sheet, by, today, edits, proposals };
  return (
    <>
      {closedReason && (
        <p className="mb-4 flex items-center gap-2 text-text-2">
          <Icon name="check" />
          {closedReason}
        </p>
      )}
      {proposals.all.length > 0 && (
        <ProposalBar
          count={proposals.all.length}
          ms={proposals.all.reduce((sum, { ms }) => sum + ms, 0)}
          isBusy={isAdding}
          onAddAll={needsServer(() => void addAll())}
          onPutAway={lastWeek.putAway}
        />
      )}
      {sheet.rows.length === 0 && (
        <p role="status" className="pt-6 pb-8 text-text-2">
          Nothing tracked this week.
          {!closedReason && ' Time from Today adds up here, or add a row and type durations into its days.'}
        </p>
      )}
      {sheet.rows.length > 0 && (
        <>
          <div className="max-md:hidden">
            <TimesheetGrid key={week} {...shared} />
          </div>
          <div className="md:hidden">
            <TimesheetDays key={week} {...shared} />
          </div>
        </>
      )}
      {!closedReason && (
        <div className="mt-4 flex flex-wrap gap-2">
          {by === 'ticket' && <AddRow onAdd={(subject) => lastWeek.keep({ key: rowKey(subject, by), subject })} />}
          {lastWeek.isThere && (
            <>
              <Button variant="soft" icon="copy" className="max-md:h-10" onClick={lastWeek.copyRows}>
                Copy last week’s rows
              </Button>
              <Button variant="soft" icon="copy" className="max-md:h-10" onClick={propose}>
                Propose last week’s times
              </Button>
            </>
          )}
        </div>
      )}
      <WeekState startsOn={week} />
    </>
  );
}
