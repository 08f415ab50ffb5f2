'use client';

import { percent, type RailSpan } from '#/components/today/day-rail-layout.ts';
import { classNames } from '#/components/ui/class-names.ts';

type RailSpanBlockProps = {
  span: RailSpan;
  text: string;
  isUnsure: boolean;
  isFirst: boolean;
  onOpen: ((timerId: string) => void) | undefined;
  /** The pointer or the focus is on it, or has left. */
  onInspect: (isLooking: boolean) => void;
};

/** One stretch of work on the rail, which shows its times when it is hovered or has the focus. */
export function RailSpanBlock({ span, text, isUnsure, isFirst, onOpen, onInspect }: RailSpanBlockProps) {
  return (
    <button
      type="button"
      data-span
      tabIndex={isFirst ? 0 : -1}
      aria-label={`${span.name || 'Without a title'}, ${text}`}
      onClick={() => onOpen?.(span.timerId)}
      onPointerEnter={() => onInspect(true)}
      onPointerLeave={() => onInspect(false)}
      onFocus={() => onInspect(true)}
      onBlur={() => onInspect(false)}
      className={classNames('@container rail-span', spanLook(span.isLive, isUnsure))}
      style={{
        left: percent(span.place),
        width: span.isLive ? percent(span.width) : `calc(${percent(span.width)} - 1px)`,
      }}
    >
      <span
        className={classNames(
          'hidden truncate px-1.5 @min-[58px]:block',
          isUnsure && 'w-fit max-w-full bg-accent-wash',
        )}
      >
        {span.name}
      </span>
    </button>
  );
}

function spanLook(isLive: boolean, isUnsure: boolean): string {
  if (isUnsure) return 'rail-hatched text-text';
  if (isLive) return 'rounded-r-none bg-accent text-on-accent forced-colors:border';
  return 'bg-span text-text inset-ring inset-ring-span-edge forced-colors:border';
}
