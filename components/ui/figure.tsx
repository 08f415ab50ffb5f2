import type { ReactNode } from 'react';
import { classNames } from '#/components/ui/class-names.ts';
import { Icon } from '#/components/ui/icon.tsx';

/** Five figures in a line; fewer with less room. */
export const FIGURES_CLASSES = 'grid grid-cols-2 border-y border-line md:grid-cols-3 xl:grid-cols-5';

const TONES = {
  danger: { icon: 'dead', ink: 'text-danger' },
  warn: { icon: 'warning', ink: 'text-warn' },
} as const;

export type FigureTone = keyof typeof TONES;
type Props = { name: string; value: string; note: ReactNode; tone?: FigureTone | undefined };

/**
 * A figure with its name above it and a note below, in a grid of two, three, and then more columns. The last fills the
 * rest of its line, so that the border above has no gap.
 */
export function Figure({ name, value, note, tone }: Props) {
  const look = tone && TONES[tone];
  return (
    <div className="border-line py-3 pr-4 max-md:[&:nth-child(n+3)]:border-t max-md:[&:nth-child(even)]:border-l max-md:[&:nth-child(even)]:pl-4 md:max-xl:[&:nth-child(n+4)]:border-t md:max-xl:[&:not(:nth-child(3n+1))]:border-l md:max-xl:[&:not(:nth-child(3n+1))]:pl-6 xl:not-first:border-l xl:not-first:pl-6 max-xl:[&:nth-child(5):last-child]:col-span-2 md:max-xl:[&:nth-child(4):last-child]:col-span-3 max-md:[&:nth-child(3):last-child]:col-span-2">
      <dt className="flex items-center gap-1 text-xs text-text-3">
        {look && <Icon name={look.icon} className={classNames('size-3.5', look.ink)} />}
        {name}
      </dt>
      <dd className={classNames('text-2xl font-medium whitespace-nowrap max-md:text-xl max-md:leading-8', look?.ink)}>
        {value}
      </dd>
      <dd className="text-xs text-text-3">{note}</dd>
    </div>
  );
}
