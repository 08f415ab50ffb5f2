'use client';

import { type ReactNode, useRef, useState } from 'react';
import { RailHandle } from '#/components/corrections/rail-handle.tsx';
import { RailMover } from '#/components/corrections/rail-mover.tsx';
import type { RailTrack } from '#/components/corrections/use-rail-slider.ts';
import { percent } from '#/components/today/day-rail-layout.ts';
import { classNames } from '#/components/ui/class-names.ts';
import { dateIn } from '#/lib/client/calendar/calendar.ts';
import {
  type Draft,
  type DraftSpan,
  endBounds,
  lengthOf,
  startBounds,
  withEnd,
  withMoved,
} from '#/lib/client/corrections/correction-draft.ts';
import { placed, type RailScale, railScale, type Stretch, without } from '#/lib/client/corrections/correction-rail.ts';
import { formatDuration, formatRange } from '#/lib/client/time/format-time.ts';
import type { TimeStyle } from '#/lib/client/time/time-style.ts';
import { endText } from '#/lib/client/typed/typed-end.ts';

type Props = {
  before: readonly Stretch[];
  draft: Draft;
  /** It should no longer count. */
  isGone: boolean;
  style: TimeStyle;
  now: number;
  /** Without it nothing can be dragged. */
  onChange?: (draft: Draft) => void;
};

/** Recorded and new times on one timeline; the new ones can be dragged, as a whole and by their ends. */
export function CompareRail({ before, draft, isGone, style, now, onChange }: Props) {
  const track = useRef<HTMLDivElement>(null);
  // The scale does not change under the pointer.
  const [held, setHeld] = useState<RailScale | null>(null);
  const stretches = draft.spans.map(({ from, to }) => ({ from, to: Math.max(from, to ?? now) }));
  const after = isGone ? [] : stretches;
  const scale = held ?? railScale([...before, ...stretches], style, now);
  const line = { scale, track, onHold: (isHeld: boolean) => setHeld(isHeld ? scale : null) };
  const text = (parts: readonly Stretch[]) =>
    parts.map(({ from, to }) => formatRange(from, to, style)).join(', ') || 'nothing';
  return (
    <div className="grid grid-cols-[56px_minmax(0,1fr)_auto] items-start gap-x-2 gap-y-2 md:grid-cols-[56px_minmax(0,1fr)_92px]">
      <span className="text-xs leading-8 font-medium text-text-3">Before</span>
      <Track scale={scale} label={`Recorded: ${text(before)}`}>
        {before.map((stretch) => (
          <Block key={stretch.from} stretch={stretch} scale={scale} style={style} />
        ))}
      </Track>
      <Total ms={lengthOf(before, now)} isQuiet />
      <span className="text-xs leading-8 font-medium text-text-3">After</span>
      <div ref={track} className="relative">
        <Track scale={scale} label={`Corrected: ${text(after)}`} hasLabels>
          {after.map((stretch, index) => (
            <Block key={draft.spans[index]?.key} stretch={stretch} scale={scale} style={style} />
          ))}
          {without(before, after).map((stretch) => (
            <Cut key={stretch.from} stretch={stretch} scale={scale} />
          ))}
        </Track>
        {onChange &&
          !isGone &&
          draft.spans.map((span, index) => (
            <Handles
              key={span.key}
              span={span}
              name={`span ${index + 1}`}
              draft={draft}
              line={line}
              style={style}
              now={now}
              onChange={onChange}
            />
          ))}
      </div>
      <Total ms={lengthOf(after, now)} />
    </div>
  );
}

type HandlesProps = {
  span: DraftSpan;
  name: string;
  draft: Draft;
  line: RailTrack;
  style: TimeStyle;
  now: number;
  onChange: (draft: Draft) => void;
};

/** The handles of a span: its start, the whole of it, its end. A running one has no end yet, and can't be moved. */
function Handles({ span, name, draft, line, style, now, onChange }: HandlesProps) {
  const { key, from, to } = span;
  const base = dateIn(style.timeZone, draft.spans[0]?.from ?? from);
  const handle = (end: 'from' | 'to', text: string, at: number) => (
    <RailHandle
      label={`${text} of ${name}`}
      at={at}
      valueText={endText(at, { style, base })}
      isChanged={span.was?.[end] !== at}
      room={endBounds(draft.spans, key, end, now)}
      line={line}
      onMove={(instant) => onChange(withEnd(draft, key, end, instant))}
    />
  );
  return (
    <>
      {to !== null && (
        <RailMover
          label={`All of ${name}`}
          from={from}
          to={to}
          valueText={`${endText(from, { style, base })} – ${endText(to, { style, base })}`}
          room={startBounds(draft.spans, key, now)}
          line={line}
          onMove={(instant) => onChange(withMoved(draft, key, instant))}
        />
      )}
      {handle('from', 'Start', from)}
      {to !== null && handle('to', 'End', to)}
    </>
  );
}

type TrackProps = { scale: RailScale; label: string; hasLabels?: boolean; children: ReactNode };

function Track({ scale, label, hasLabels = false, children }: TrackProps) {
  return (
    <div role="img" aria-label={label} className={classNames(hasLabels && 'pb-5')}>
      <div className="relative h-8 border-x border-y border-line">
        {scale.ticks.map((tick) => (
          <span key={tick.at} className="absolute inset-y-0 w-px bg-line" style={{ left: percent(tick.place) }}>
            {hasLabels && (
              <span
                className={classNames(
                  'absolute top-full mt-1 text-2xs whitespace-nowrap text-text-3',
                  tick.place > 0 && '-translate-x-1/2',
                  !tick.isNarrow && 'max-md:hidden',
                )}
              >
                {tick.label}
              </span>
            )}
          </span>
        ))}
        {children}
      </div>
    </div>
  );
}

type BlockProps = { stretch: Stretch; scale: RailScale; style: TimeStyle };

function Block({ stretch, scale, style }: BlockProps) {
  const { place, width } = placed(stretch, scale);
  return (
    <span
      title={formatRange(stretch.from, stretch.to, style)}
      className="@container absolute inset-y-[5px] min-w-[3px] overflow-hidden rounded-xs bg-span text-2xs/[22px] font-medium whitespace-nowrap inset-ring inset-ring-span-edge forced-colors:border"
      style={{ left: percent(place), width: `calc(${percent(width)} - 1px)` }}
    >
      <span className="hidden truncate px-1.5 @min-[58px]:block">{formatDuration(stretch.to - stretch.from)}</span>
    </span>
  );
}

function Cut({ stretch, scale }: Omit<BlockProps, 'style'>) {
  const { place, width } = placed(stretch, scale);
  return (
    <span
      className="cut-hatched absolute inset-y-[5px] rounded-xs inset-ring inset-ring-danger"
      style={{ left: percent(place), width: percent(width) }}
    />
  );
}

function Total({ ms, isQuiet = false }: { ms: number; isQuiet?: boolean }) {
  return (
    <span className={classNames('text-right leading-8 font-semibold whitespace-nowrap', isQuiet && 'text-text-2')}>
      {formatDuration(ms)}
    </span>
  );
}
