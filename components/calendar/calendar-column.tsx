'use client';

import { CalendarBlockView } from '#/components/calendar/calendar-block.tsx';
import { DraftView } from '#/components/calendar/draft-view.tsx';
import { FreeHour } from '#/components/calendar/free-hour.tsx';
import { px } from '#/components/calendar/scale.ts';
import type { useCalendarEditing } from '#/components/calendar/use-calendar-editing.ts';
import type { CalendarNavigation } from '#/components/calendar/use-calendar-navigation.ts';
import { classNames } from '#/components/ui/class-names.ts';
import { isWeekend } from '#/lib/client/calendar/calendar.ts';
import type { Axis, Void } from '#/lib/client/calendar/calendar-axis.ts';
import type { CalendarColumn } from '#/lib/client/calendar/calendar-blocks.ts';
import { wallRange } from '#/lib/client/calendar/format-calendar.ts';
import { useIsOffline, useTimeStyle } from '#/lib/client/live/use-live.tsx';
import { dayTitle } from '#/lib/client/time/format-time.ts';

type CalendarColumnProps = {
  axis: Axis;
  column: CalendarColumn;
  /** The position of now, on the current day. */
  nowTop: number | null;
  isHiddenOnPhone: boolean;
  navigate: CalendarNavigation;
  editing: ReturnType<typeof useCalendarEditing>;
};

/** One day: its spans in place, dots between the spans of a timer, a line at now. */
export function CalendarColumnView(props: CalendarColumnProps) {
  const { axis, column, nowTop, isHiddenOnPhone, navigate, editing } = props;
  const { day, blocks, gaps } = column;
  const { cursor } = navigate;
  const held = editing.drag?.block;
  return (
    <section
      aria-label={dayTitle(day.date)}
      data-day={day.date}
      className={classNames('relative min-w-0 border-l border-line', isHiddenOnPhone && 'max-md:hidden')}
    >
      {isWeekend(day.date) && <span className="absolute inset-0 -z-1 bg-sunken" />}
      {gaps.map((gap) => (
        <span
          key={gap.id}
          className="absolute left-[5px] border-l-2 border-dotted border-span-edge"
          style={{ top: px(gap.top) + 1, height: Math.max(0, px(gap.height) - 2) }}
        />
      ))}
      {blocks.map((block) => (
        <CalendarBlockView
          key={block.id}
          block={block}
          day={day}
          isCursor={cursor?.id === block.id}
          isHeld={held?.timer.id === block.timer.id && held.spanIndex === block.spanIndex}
          mayEdit={editing.isOn}
          onCursor={navigate.moveTo}
          onOpen={() => editing.open(block.timer)}
        />
      ))}
      {day.voids.map((one) => (
        <MissingHour key={one.top} missing={one} />
      ))}
      {cursor?.date === day.date && cursor.blockId === null && (
        <FreeHour stop={cursor} onAdd={editing.isOn ? () => editing.addAt(cursor.at) : undefined} />
      )}
      {editing.drag && (
        <DraftView
          axis={axis}
          day={day}
          isNew={editing.drag.block === null}
          range={editing.drag.range}
          rejection={editing.drag.rejection}
        />
      )}
      {nowTop !== null && <NowLine top={nowTop} />}
    </section>
  );
}

/** An hour that this day does not have: skipped when clocks go forward, or not repeated when others repeat it. */
function MissingHour({ missing }: { missing: Void }) {
  const { hourCycle } = useTimeStyle();
  const text = `${wallRange(missing.wall, missing.wall + missing.length, hourCycle)} is skipped`;
  return (
    <span
      className="absolute inset-x-0 z-2 grid place-items-center overflow-hidden bg-bg bg-[repeating-linear-gradient(135deg,var(--line)_0_1px,transparent_1px_6px)]"
      style={{ top: px(missing.top), height: px(missing.length) }}
    >
      {missing.pass === 0 && <span className="bg-bg px-1.5 text-2xs text-text-3">{text}</span>}
    </span>
  );
}

function NowLine({ top }: { top: number }) {
  const isOffline = useIsOffline();
  return (
    <span
      aria-hidden="true"
      data-now
      className={classNames(
        'pointer-events-none absolute -left-px right-0 z-3 border-t-[1.5px]',
        isOffline ? 'border-text-3' : 'border-accent',
      )}
      style={{ top: px(top) }}
    />
  );
}
