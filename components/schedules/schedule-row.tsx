'use client';

import { DropdownMenu } from 'radix-ui';
import { useCallback } from 'react';
import { AlarmStateLabel } from '#/components/alarms/alarm-state-label.tsx';
import { formatExact, formatRelative, shortDate } from '#/components/alarms/format-alarm.ts';
import { expressionOf, formatTiming, formatZone, scheduleName } from '#/components/schedules/format-schedule.ts';
import { ScheduleState } from '#/components/schedules/schedule-state.tsx';
import { classNames } from '#/components/ui/class-names.ts';
import { IconButton } from '#/components/ui/icon-button.tsx';
import { LiveText } from '#/components/ui/live-text.tsx';
import { MenuItem, MenuPanel } from '#/components/ui/menu/menu.tsx';
import type { ListedScheduleJson } from '#/lib/alarms/schedules/schedule-schemas.ts';
import { useTimeStyle } from '#/lib/client/live/use-live.tsx';
import { timeToTheSecond } from '#/lib/client/time/format-time.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';

export type ScheduleAction = 'edit' | 'pause' | 'resume' | 'delete';

export type RowProps = {
  schedule: ListedScheduleJson;
  isTabStop: boolean;
  isOpen: boolean;
  onOpen: (id: string) => void;
  /** Null for read-only access. */
  onAct: ((schedule: ListedScheduleJson, action: ScheduleAction) => void) | null;
};

const cell = 'p-0 pr-3 align-top max-md:pr-0 md:py-2';
/** Relative times are updated this often, without an announcement. */
const TURN_MS = 10 * SECOND_MS;

/** One schedule: its timing in words and as typed, its next run, and the result of the last. */
export function ScheduleRow({ schedule, isTabStop, isOpen, onOpen, onAct }: RowProps) {
  const name = scheduleName(schedule);
  const [next] = schedule.next_runs;
  return (
    <tr
      data-schedule={schedule.id}
      className={classNames(
        'border-line hover:bg-hover max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3 max-md:border-b max-md:px-4 max-md:py-2 md:h-14 md:*:border-b md:*:border-line',
        isOpen && 'bg-hover',
      )}
    >
      <td className={classNames(cell, 'truncate md:pl-2')}>
        <button
          type="button"
          data-row-focus
          tabIndex={isTabStop ? 0 : -1}
          aria-expanded={isOpen}
          title={name}
          onClick={() => onOpen(schedule.id)}
          className="block max-w-full scroll-mt-8 truncate rounded-sm text-left font-medium hover:underline"
        >
          {name}
        </button>
        <span className="block truncate text-xs text-text-3">{scheduleTarget(schedule)}</span>
      </td>
      <td className={classNames(cell, 'max-md:order-3 max-md:col-span-2')}>
        <span className="block">{formatTiming(schedule)}</span>
        <span className="block truncate text-xs text-text-3">
          <code className="font-mono">{expressionOf(schedule)}</code> {formatZone(schedule)}
        </span>
      </td>
      <td className={classNames(cell, 'max-md:order-4')}>
        {next ? <When at={Date.parse(next)} /> : <NoNext status={schedule.status} />}
      </td>
      <td className={classNames(cell, 'max-md:order-5 max-md:justify-self-end')}>
        {schedule.last_run ? (
          <>
            <AlarmStateLabel state={schedule.last_run.status} />
            <span className="block text-xs text-text-3 max-md:hidden">
              <Ago at={Date.parse(schedule.last_run.run_at)} />
            </span>
          </>
        ) : (
          <span className="text-text-3">No run yet</span>
        )}
      </td>
      <td className={classNames(cell, 'max-md:hidden @max-[760px]:hidden')}>
        <ScheduleState status={schedule.status} />
      </td>
      <td className="p-0 align-top max-md:order-2 max-md:justify-self-end md:py-1 md:text-right">
        {onAct && (
          <ScheduleMenu schedule={schedule} isTabStop={isTabStop} onAct={(action) => onAct(schedule, action)} />
        )}
      </td>
    </tr>
  );
}

function scheduleTarget({ url, method, target }: ListedScheduleJson): string {
  if (target !== null) return `Publishes to ${target}`;
  return url === null ? 'Publishes alarm.fired' : `${method} ${url}`;
}

/** Without room for a separate state column, it is the reason why there is no next run. */
function NoNext({ status }: Pick<ListedScheduleJson, 'status'>) {
  return (
    <>
      <span className="text-text-3 max-md:hidden @max-[760px]:hidden">–</span>
      <span className="hidden max-md:block @max-[760px]:block">
        <ScheduleState status={status} />
      </span>
    </>
  );
}

/** The time, and below it how far it is from now. */
function When({ at }: { at: number }) {
  const style = useTimeStyle();
  const { timeZone } = style;
  const distance = useCallback(
    (now: number) => formatRelative(at, now) ?? shortDate(at, now, timeZone),
    [at, timeZone],
  );
  return (
    <span title={formatExact(at, style)}>
      {timeToTheSecond(at, style)}
      <LiveText text={distance} stepMs={TURN_MS} className="text-text-3 max-md:ml-2 md:block md:text-xs" />
    </span>
  );
}

function Ago({ at }: { at: number }) {
  const style = useTimeStyle();
  const { timeZone } = style;
  const text = useCallback((now: number) => formatRelative(at, now) ?? shortDate(at, now, timeZone), [at, timeZone]);
  return <LiveText text={text} stepMs={TURN_MS} />;
}

type MenuProps = { schedule: ListedScheduleJson; isTabStop: boolean; onAct: (action: ScheduleAction) => void };

function ScheduleMenu({ schedule, isTabStop, onAct }: MenuProps) {
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger asChild>
        <IconButton icon="more" label={`Actions for ${scheduleName(schedule)}`} tabIndex={isTabStop ? 0 : -1} />
      </DropdownMenu.Trigger>
      <MenuPanel align="end">
        <MenuItem onSelect={() => onAct('edit')}>Edit…</MenuItem>
        {schedule.status === 'active' && <MenuItem onSelect={() => onAct('pause')}>Pause</MenuItem>}
        {schedule.status === 'paused' && <MenuItem onSelect={() => onAct('resume')}>Resume</MenuItem>}
        <MenuItem className="text-danger" onSelect={() => onAct('delete')}>
          Delete…
        </MenuItem>
      </MenuPanel>
    </DropdownMenu.Root>
  );
}
