import type { SVGProps } from 'react';
import { classNames } from '#/components/ui/class-names.ts';

/** Words along an axis. */
export function AxisText({ className, ...rest }: SVGProps<SVGTextElement>) {
  return <text {...rest} className={classNames('fill-text-3 text-2xs', className)} />;
}

type TickProps = { x: number | string; y: number | string; payload: { value: number } };

/** A number next to its line. */
export function LineTick({ x, y, payload, format }: TickProps & { format: (value: number) => string }) {
  return (
    <AxisText x={Number(x) - 2} y={y} dy="0.35em" textAnchor="end">
      {format(payload.value)}
    </AxisText>
  );
}
