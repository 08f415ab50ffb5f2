'use client';

import { useQuery } from '@tanstack/react-query';
import { AlarmList } from '#/components/alarms/alarm-list.tsx';
import { useAlarmSource } from '#/components/alarms/use-alarm-source.ts';
import { useAlarmView } from '#/components/alarms/use-alarm-view.ts';
import { PageHead } from '#/components/layout/page-head.tsx';
import { TimerStrip } from '#/components/timers/timer-strip.tsx';
import { classNames } from '#/components/ui/class-names.ts';
import { alarmQuery } from '#/lib/client/alarm-queries.ts';

/** Alarms: the list, and beside it the one that is open. */
export function AlarmsScreen() {
  const address = useAlarmView();
  const { openId } = address;
  const open = useQuery({ ...alarmQuery(useAlarmSource(), openId ?? ''), enabled: openId !== null });
  return (
    <>
      <PageHead title="Alarms">
        <TimerStrip />
      </PageHead>
      <div className={classNames(openId !== null && 'xl:grid xl:grid-cols-[minmax(0,1fr)_464px]')}>
        <section aria-label="Alarms" className={classNames('min-w-0', openId !== null && 'max-md:hidden')}>
          <AlarmList address={address} selected={open.data ?? null} />
        </section>
      </div>
    </>
  );
}
