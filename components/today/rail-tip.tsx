'use client';

import { percent, type RailSpan } from '#/components/today/day-rail-layout.ts';
import { classNames } from '#/components/ui/class-names.ts';

/** Near an end of the rail it is aligned with its span, so that it never leaves the page. */
const NEAR_START = 0.25;
const NEAR_END = 0.75;

type RailTipProps = { span: RailSpan; text: string; onInspect: (isLooking: boolean) => void };

/** The times of the inspected span, above it; can be hovered itself (WCAG 1.4.13). */
export function RailTip({ span, text, onInspect }: RailTipProps) {
  const middle = span.place + span.width / 2;
  const isAtStart = middle < NEAR_START;
  const isAtEnd = middle > NEAR_END;
  return (
    <div
      aria-hidden="true"
      onPointerEnter={() => onInspect(true)}
      onPointerLeave={() => onInspect(false)}
      className={classNames(
        'absolute bottom-full z-10 w-max max-w-72 pb-1.5',
        !isAtStart && !isAtEnd && '-translate-x-1/2',
      )}
      style={railSide(span, isAtStart, isAtEnd, middle)}
    >
      <div className="rounded-md border border-line bg-surface px-2.5 py-1.5 text-xs shadow-menu">
        <span className="font-medium">{span.name || 'Without a title'}</span>{' '}
        <span className="text-text-2">{text}</span>
      </div>
    </div>
  );
}

function railSide(span: RailSpan, isAtStart: boolean, isAtEnd: boolean, middle: number) {
  if (isAtStart) return { left: percent(span.place) };
  if (isAtEnd) return { right: percent(1 - span.place - span.width) };
  return { left: percent(middle) };
}
