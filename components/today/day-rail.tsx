'use client';

import { type KeyboardEvent, useRef, useState } from 'react';
import { percent, type RailLayout, type RailSpan, type RailTick } from '#/components/today/day-rail-layout.ts';
import { RailSpanBlock } from '#/components/today/rail-span-block.tsx';
import { classNames } from '#/components/ui/class-names.ts';
import { useLazyModule } from '#/components/ui/use-lazy-module.ts';
import { formatOrigin } from '#/lib/client/entries/format-span.ts';
import { LazyModule } from '#/lib/client/offline/lazy-module.ts';
import { formatDuration, formatRange, timeOfDay } from '#/lib/client/time/format-time.ts';
import type { TimeStyle } from '#/lib/client/time/time-style.ts';

// Loaded when a span is hovered.
const TIP = new LazyModule(() => import('#/components/today/rail-tip.tsx').then((part) => part.RailTip));

export type DayRailProps = {
  layout: RailLayout;
  style: TimeStyle;
  serverNow: number;
  /** The running span is uncertain: hatched, and nothing on the rail is live. */
  isUnsure: boolean;
  onOpen?: (timerId: string) => void;
};

/** A ruled strip of hours: solid counted, dotted paused, hatched uncertain, and a line at now. */
export function DayRail({ layout, style, serverNow, isUnsure, onOpen }: DayRailProps) {
  const box = useRef<HTMLFieldSetElement>(null);
  const [lookedAt, setLookedAt] = useState<string | null>(null);
  const tip = layout.spans.find(({ id }) => id === lookedAt);
  const RailTip = useLazyModule(TIP, tip !== undefined);
  const labelOf = (span: RailSpan) => {
    const range = formatRange(span.from, span.isLive ? null : span.to, style);
    return [range, formatDuration(span.to - span.from), formatOrigin(span.origin)].filter(Boolean).join(', ');
  };
  const navigate = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setLookedAt(null);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const spans = [...(box.current?.querySelectorAll<HTMLElement>('[data-span]') ?? [])];
    const next = spans[spans.indexOf(document.activeElement as HTMLElement) + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  return (
    <div className="pt-2 pb-5">
      <fieldset
        ref={box}
        aria-label="Timeline of the day"
        onKeyDown={navigate}
        className="relative h-8 min-w-0 border-y border-line md:h-10"
      >
        {layout.ticks.map((tick, index) => (
          <Tick key={tick.at} tick={tick} edge={edgeOf(index, layout.ticks.length)} />
        ))}
        {layout.gaps.map((gap) => (
          <span
            key={gap.id}
            className="absolute top-1/2 border-t-[1.5px] border-dotted border-span-edge"
            style={{ left: percent(gap.place), width: percent(gap.width) }}
          />
        ))}
        {layout.spans.map((span, index) => (
          <RailSpanBlock
            key={span.id}
            span={span}
            text={labelOf(span)}
            isUnsure={isUnsure && span.isLive}
            isFirst={index === 0}
            onOpen={onOpen}
            onInspect={(isLooking) => setLookedAt(isLooking ? span.id : null)}
          />
        ))}
        {layout.nowPlace !== null && (
          <NowLine place={layout.nowPlace} text={timeOfDay(serverNow, style)} isUnsure={isUnsure} />
        )}
        {tip && RailTip && (
          <RailTip span={tip} text={labelOf(tip)} onInspect={(isLooking) => setLookedAt(isLooking ? tip.id : null)} />
        )}
      </fieldset>
    </div>
  );
}

type Edge = 'first' | 'last' | 'inner';

function edgeOf(index: number, count: number): Edge {
  if (index === 0) return 'first';
  return index === count - 1 ? 'last' : 'inner';
}

function Tick({ tick, edge }: { tick: RailTick; edge: Edge }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'absolute inset-y-0 w-px bg-line',
        !tick.isNarrow && 'max-md:hidden',
        edge === 'last' && '-translate-x-px',
      )}
      style={{ left: percent(tick.place) }}
    >
      <span
        className={classNames(
          'absolute top-full mt-1 text-2xs whitespace-nowrap text-text-3',
          edge === 'inner' && '-translate-x-1/2',
          edge === 'last' && 'right-0',
          !tick.isWide && 'md:hidden',
          !tick.isNarrow && 'max-md:hidden',
        )}
      >
        {tick.label}
      </span>
    </span>
  );
}

function NowLine({ place, text, isUnsure }: { place: number; text: string; isUnsure: boolean }) {
  const color = isUnsure ? 'border-text-3 text-text-3' : 'border-accent text-accent';
  return (
    <span
      data-now
      aria-hidden="true"
      className={classNames('pointer-events-none absolute -top-2 -bottom-px border-l-[1.5px]', color)}
      style={{ left: percent(place) }}
    >
      <span className="absolute bottom-full left-0 -translate-x-1/2 text-2xs font-semibold">{text}</span>
    </span>
  );
}
