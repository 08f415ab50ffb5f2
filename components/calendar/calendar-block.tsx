'use client';

import type { CSSProperties } from 'react';
import { px } from '#/components/calendar/scale.ts';
import { ElapsedText } from '#/components/timers/elapsed-text.tsx';
import { classNames } from '#/components/ui/class-names.ts';
import { Icon } from '#/components/ui/icon.tsx';
import type { AxisDay } from '#/lib/client/calendar/calendar-axis.ts';
import type { CalendarBlock } from '#/lib/client/calendar/calendar-blocks.ts';
import { columnTitle, formatShortDuration } from '#/lib/client/calendar/format-calendar.ts';
import { useIsOffline, useTimeStyle } from '#/lib/client/live/use-live.tsx';
import { formatDuration, formatRange } from '#/lib/client/time/format-time.ts';
import { longTimerName } from '#/lib/client/timers/long-timer-name.ts';
import { timerName } from '#/lib/client/timers/timer-name.ts';

/** The minimum height for text, and of any block: it must be visible and clickable. */
const MIN_WORDS_PX = 12;
const MIN_PX = 4;
/** Lower blocks have room for one line. */
const MIN_LINES_PX = 24;
const LINE_PX = 16;

type CalendarBlockProps = {
  block: CalendarBlock;
  day: AxisDay;
  isCursor: boolean;
  /** It is being dragged. */
  isHeld: boolean;
  mayEdit: boolean;
  onCursor: (id: string) => void;
  onOpen: () => void;
};

/** One span: key, title, duration, in the color of its project. The running one is open at the bottom, and grows. */
export function CalendarBlockView(props: CalendarBlockProps) {
  const { block, day, isCursor, isHeld, mayEdit, onCursor, onOpen } = props;
  const style = useTimeStyle();
  const isOffline = useIsOffline();
  const { timer, isLive } = block;
  // A thin gap between two that touch.
  const height = Math.max(MIN_PX, px(block.height) - (isLive ? 0 : 1));
  const range = formatRange(block.from, isLive ? null : block.to, style);
  const label = `${longTimerName(timer)}, ${columnTitle(block.date)}, ${range}, ${formatDuration(block.to - block.from)}`;
  const whole = timer.needs_review ? `${label}, needs review` : label;
  return (
    <button
      type="button"
      data-stop={block.id}
      data-block
      tabIndex={isCursor ? 0 : -1}
      title={height < MIN_LINES_PX || !block.lead ? whole : undefined}
      onFocus={() => onCursor(block.id)}
      onClick={onOpen}
      style={{ top: px(block.top), height, '--c': `var(--chart-${block.tint})` } as CSSProperties}
      className={classNames(
        '@container absolute inset-x-1 z-1 flex flex-col overflow-hidden rounded-sm pr-2 pl-2.5 text-left text-xs forced-colors:border',
        lookOf(isLive, isOffline),
        isHeld && 'opacity-40',
      )}
    >
      <span className="sr-only">{whole}</span>
      {!isLive && <span className="absolute inset-y-0 left-0 w-[3px] bg-(--c)" />}
      {height >= MIN_WORDS_PX && <BlockText block={block} day={day} height={height} isUnsure={isLive && isOffline} />}
      {mayEdit && !isLive && <Edges block={block} height={height} />}
    </button>
  );
}

/** The handles for dragging an end; a span that continues over midnight has none there. */
function Edges({ block, height }: { block: CalendarBlock; height: number }) {
  const span = block.timer.spans[block.spanIndex];
  if (height < MIN_WORDS_PX || !span?.ended_at) return null;
  return (
    <>
      {Date.parse(span.started_at) === block.from && (
        <span data-grip="start" className="absolute inset-x-0 top-0 h-1.5 cursor-ns-resize" />
      )}
      {Date.parse(span.ended_at) === block.to && (
        <span data-grip="end" className="absolute inset-x-0 bottom-0 h-1.5 cursor-ns-resize" />
      )}
    </>
  );
}

type BlockTextProps = { block: CalendarBlock; day: AxisDay; height: number; isUnsure: boolean };

function BlockText({ block, day, height, isUnsure }: BlockTextProps) {
  const { timer, isLive, lead } = block;
  const isLow = height < MIN_LINES_PX;
  const lines = Math.floor((height - 8 - LINE_PX) / LINE_PX);
  return (
    <span
      aria-hidden="true"
      className={classNames('block min-w-0', isLow ? 'my-auto' : 'py-1', isUnsure && 'w-fit max-w-full bg-accent-wash')}
    >
      <span className={classNames('flex justify-between gap-1', isLow ? 'h-3 leading-3' : 'h-4 leading-4')}>
        {timer.needs_review && <Icon name="warning" className="size-3 text-warn" />}
        <span
          className={classNames(
            'mr-auto truncate text-2xs leading-[inherit] font-medium',
            timer.ticket && 'font-mono tracking-[-0.01em]',
            !isLive && 'text-text-2',
          )}
        >
          {timerName(timer)}
        </span>
        {lead && (
          <span className="shrink-0 text-2xs leading-[inherit] font-medium hidden @min-[104px]:block">
            {isLive ? <ElapsedText timer={timer} within={day} /> : formatShortDuration(lead.lengthMs)}
          </span>
        )}
      </span>
      {lead && timer.ticket && lines > 0 && (
        <span className="line-clamp-1 break-words" style={{ WebkitLineClamp: lines }}>
          {timer.title}
        </span>
      )}
    </span>
  );
}

function lookOf(isLive: boolean, isOffline: boolean): string {
  if (isLive && isOffline) return 'rail-hatched rounded-b-none text-text';
  if (isLive) return 'rounded-b-none bg-accent text-on-accent';
  return 'bg-[color-mix(in_oklab,var(--c)_11%,var(--surface))] text-text inset-ring inset-ring-[color-mix(in_oklab,var(--c)_34%,var(--surface))]';
}
