'use client';

import { FirstCall } from '#/components/reference/first-call.tsx';
import { Button } from '#/components/ui/button.tsx';
import type { ScheduleView } from '#/lib/client/schedules/schedule-view.ts';

type Props = { view: ScheduleView; onShow: (change: Partial<ScheduleView>) => void; onNew: (() => void) | null };

/** Without matches how to find more; without any schedules what they are, and how to create the first. */
export function ScheduleListEmpty({ view, onShow, onNew }: Props) {
  const { search, state } = view;
  if (!search && state === 'all') return <FirstSchedule onNew={onNew} />;
  return (
    <div className="py-10">
      <p role="status" className="mb-4 text-text-2">
        {search ? `Nothing matches “${search}” here.` : `No ${state} schedules.`}
      </p>
      <Button variant="soft" onClick={() => onShow({ search: '', state: 'all' })}>
        Show all
      </Button>
    </div>
  );
}

function FirstSchedule({ onNew }: Pick<Props, 'onNew'>) {
  return (
    <div className="max-w-[640px] py-10">
      <p role="status" className="mb-4 text-text-2">
        No schedules yet. A schedule calls a URL repeatedly, by a cron expression in a time zone or at an interval. Each
        run is its own alarm.
      </p>
      {onNew && (
        <Button icon="plus" onClick={onNew}>
          New schedule
        </Button>
      )}
      <div className="mt-8">
        <FirstCall path="/schedules" body={FIRST_SCHEDULE} heading="h2" />
      </div>
    </div>
  );
}

const FIRST_SCHEDULE = {
  name: 'report.daily',
  cron: '30 9 * * MON-FRI',
  time_zone: 'Europe/Berlin',
  url: 'https://example.com/hooks/report',
};
