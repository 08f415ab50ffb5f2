'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef } from 'react';
import { AlarmStateLabel } from '#/components/alarms/alarm-state-label.tsx';
import { formatExact } from '#/components/alarms/format-alarm.ts';
import { BrokerTarget } from '#/components/brokers/broker-target.tsx';
import {
  CATCH_UP_LABELS,
  expressionOf,
  formatTiming,
  formatZone,
  scheduleName,
} from '#/components/schedules/format-schedule.ts';
import { NextRuns } from '#/components/schedules/next-runs.tsx';
import type { ScheduleAction } from '#/components/schedules/schedule-row.tsx';
import { ScheduleState } from '#/components/schedules/schedule-state.tsx';
import { Button } from '#/components/ui/button.tsx';
import { Drawer } from '#/components/ui/dialog/drawer.tsx';
import { IconButton } from '#/components/ui/icon-button.tsx';
import { ListError } from '#/components/ui/list/list-error.tsx';
import type { ListedScheduleJson } from '#/lib/alarms/schedules/schedule-schemas.ts';
import { runsHref } from '#/lib/client/alarms/alarm-view.ts';
import { ApiProblem } from '#/lib/client/http/problem.ts';
import { useFetchApi } from '#/lib/client/live/use-fetch-api.ts';
import { useServerNow, useShortcuts, useTimeStyle } from '#/lib/client/live/use-live.tsx';
import { scheduleQuery } from '#/lib/client/schedules/schedule-queries.ts';
import { formatClockChange } from '#/lib/client/time/format-clock-change.ts';
import { formatDuration } from '#/lib/client/time/format-time.ts';
import { DAY_MS } from '#/lib/core/duration.ts';

type Props = {
  id: string;
  /** The fields known from the list. */
  listed: ListedScheduleJson | undefined;
  onAct: ((schedule: ListedScheduleJson, action: ScheduleAction) => void) | null;
  onClose: () => void;
};

/** One schedule: when it runs next, what it does, and its runs. */
export function ScheduleDrawer({ id, listed, onAct, onClose }: Props) {
  const query = useQuery(scheduleQuery(useFetchApi(), id));
  const isGone = query.error instanceof ApiProblem && query.error.status === 404;
  const schedule: ListedScheduleJson | undefined = isGone ? undefined : (query.data ?? listed);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (id) heading.current?.focus({ preventScroll: true });
  }, [id]);
  useShortcuts(useMemo(() => ({ escape: onClose }), [onClose]));
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    onClose();
  };
  return (
    <Drawer label={`Schedule ${schedule ? scheduleName(schedule) : ''}`} onKeyDown={handleKey}>
      <header className="px-4 pt-4 pb-4 md:px-6">
        <div className="flex min-h-6 items-center gap-2">
          <IconButton icon="back" label="Back to the list" className="-ml-2 md:hidden" onClick={onClose} />
          {schedule && <ScheduleState status={schedule.status} />}
          <IconButton icon="close" label="Close" className="ml-auto max-md:hidden" onClick={onClose} />
        </div>
        <h2
          ref={heading}
          data-focus-home
          tabIndex={-1}
          className="mt-2 text-lg font-semibold wrap-anywhere outline-none"
        >
          {schedule && scheduleName(schedule)}
        </h2>
        {schedule && onAct && <Actions schedule={schedule} onAct={(action) => onAct(schedule, action)} />}
      </header>
      {schedule && <NextPart schedule={schedule} />}
      {schedule && <Facts schedule={schedule} />}
      {!schedule && query.isError && (
        <div className="px-4 md:px-6">
          <ListError noun="schedule" error={query.error} size="part" />
        </div>
      )}
    </Drawer>
  );
}

function Actions({ schedule, onAct }: { schedule: ListedScheduleJson; onAct: (action: ScheduleAction) => void }) {
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      <Button size="sm" icon="pencil" keyLabel="E" onClick={() => onAct('edit')}>
        Edit
      </Button>
      {schedule.status === 'active' && (
        <Button size="sm" icon="pause" onClick={() => onAct('pause')}>
          Pause
        </Button>
      )}
      {schedule.status === 'paused' && (
        <Button size="sm" icon="play" onClick={() => onAct('resume')}>
          Resume
        </Button>
      )}
      <Button size="sm" variant="danger" className="ml-auto" onClick={() => onAct('delete')}>
        Delete…
      </Button>
    </div>
  );
}

const NOTHING_NEXT = {
  active: 'No run in the next ten years.',
  paused: 'Paused. It won’t run until you resume it.',
  ended: 'All its runs have passed.',
};

function NextPart({ schedule }: { schedule: ListedScheduleJson }) {
  const { cron, time_zone, next_runs, status } = schedule;
  const now = useServerNow(DAY_MS);
  return (
    <section aria-label="Next runs" className="border-t border-line px-4 py-4 md:px-6">
      <h3 className="mb-2 font-semibold">Next runs</h3>
      {next_runs.length > 0 ? (
        <NextRuns runs={next_runs} timeZone={time_zone ?? 'UTC'} />
      ) : (
        <p className="text-text-2">{NOTHING_NEXT[status]}</p>
      )}
      {cron && <p className="mt-2 text-xs text-text-3">{formatClockChange(cron, time_zone ?? 'UTC', now)}</p>}
    </section>
  );
}

function Facts({ schedule }: { schedule: ListedScheduleJson }) {
  const style = useTimeStyle();
  const exact = (at: string) => formatExact(Date.parse(at), style);
  const { last_run, start_at, end_at, paused_at } = schedule;
  const isEvent = schedule.output_mode === 'event';
  return (
    <dl className="grid grid-cols-[88px_minmax(0,1fr)] gap-x-3 gap-y-1 border-t border-line px-4 py-4 md:grid-cols-[104px_minmax(0,1fr)] md:px-6">
      <Fact name="Runs">
        {formatTiming(schedule)}
        <code className="block font-mono text-xs text-text-2">
          {expressionOf(schedule)} <span className="font-sans">{formatZone(schedule)}</span>
        </code>
      </Fact>
      {start_at && <Fact name="Not before">{exact(start_at)}</Fact>}
      {end_at && <Fact name="Ends">{exact(end_at)}</Fact>}
      {paused_at && <Fact name="Paused">{exact(paused_at)}</Fact>}
      <Fact name="Last run">
        {last_run ? (
          <>
            <AlarmStateLabel state={last_run.status} />
            {exact(last_run.run_at)}
          </>
        ) : (
          'No run yet'
        )}
      </Fact>
      {schedule.broker_id === null ? (
        <Fact name={isEvent ? 'Publishes' : 'Webhook'}>
          <code className="font-mono text-xs">{isEvent ? 'alarm.fired' : `${schedule.method} ${schedule.url}`}</code>
        </Fact>
      ) : (
        <Fact name="Broker">
          <BrokerTarget brokerId={schedule.broker_id} target={schedule.target} />
        </Fact>
      )}
      {schedule.jitter_ms > 0 && <Fact name="Jitter">Up to {formatDuration(schedule.jitter_ms)}</Fact>}
      <Fact name="Missed runs">{CATCH_UP_LABELS[schedule.catch_up]}</Fact>
      <Fact name="Created">{exact(schedule.created_at)}</Fact>
      <dt className="sr-only">Alarms</dt>
      <dd className="col-span-2 mt-2">
        <Link href={runsHref(schedule.id)} className="underline">
          Show its runs in Alarms
        </Link>
      </dd>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-text-3">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </>
  );
}
