'use client';

import { useId } from 'react';
import {
  Area,
  CartesianGrid,
  ComposedChart,
  type DotItemDotProps,
  Line,
  ReferenceArea,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { AxisText, LineTick } from '#/components/charts/axis-text.tsx';
import { PointTip, useDrawingProps } from '#/components/charts/chart-reading.tsx';
import { isAlone, type Known, ticksTo } from '#/components/charts/scale.ts';
import { useWidth } from '#/components/charts/use-width.ts';

const HEIGHT_PX = 192;
const MARGIN = { top: 8, right: 1, bottom: 0, left: 0 };
const LINE_STYLES = {
  solid: { stroke: 'var(--text)' },
  dotted: { stroke: 'var(--text-3)', strokeDasharray: '2 4' },
};

export type LineSeries = { name: string; values: Known; look: keyof typeof LINE_STYLES; isFilled?: boolean };
/** A part of the box without values, from 0 to 1. */
type Blank = { from: number; to: number };

type LineChartProps = {
  series: readonly LineSeries[];
  /** Labels below the line, evenly from its first point to its last. */
  labels: readonly string[];
  blanks?: readonly Blank[];
};

/** Lines over time, in ink. Where values are unknown the line is broken and the background hatched. */
export function LineDrawing({ series, labels, blanks = [] }: LineChartProps) {
  const [ref, width] = useWidth<HTMLDivElement>();
  const drawing = useDrawingProps();
  const hatch = useId();
  const last = Math.max(1, (series[0]?.values.length ?? 0) - 1);
  const largest = Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const ticks = ticksTo(largest);
  const places = labels.map((_, index) => (index * last) / Math.max(1, labels.length - 1));
  const points = Array.from({ length: last + 1 }, (_, at) => ({ at }));
  return (
    // Until a day of minutes is rendered again, it has its old width: that must not widen the page.
    <div ref={ref} className="size-full overflow-x-clip">
      {width > 0 && (
        <ComposedChart {...drawing} width={width} height={HEIGHT_PX} data={points} margin={MARGIN}>
          <defs>
            <pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <path d="M0 0V5" stroke="var(--line-control)" strokeOpacity="0.6" />
            </pattern>
          </defs>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="at"
            type="number"
            domain={[0, last]}
            ticks={places}
            interval={0}
            height={24}
            axisLine={false}
            tickLine={false}
            tick={({ x, y, index }) => (
              <AxisText x={x} y={Number(y) + 8} textAnchor={anchorOf(index, labels.length)}>
                {labels[index]}
              </AxisText>
            )}
          />
          <YAxis
            width={36}
            ticks={ticks}
            domain={[0, ticks.at(-1) as number]}
            interval={0}
            axisLine={false}
            tickLine={false}
            tick={(props) => <LineTick {...props} format={(value) => value.toLocaleString('en')} />}
          />
          {blanks.map(({ from, to }) => (
            <ReferenceArea key={from} x1={from * last} x2={to * last} fill={`url(#${hatch})`} fillOpacity={1} />
          ))}
          {series.map(({ name, values, look, isFilled }) => {
            const shared = {
              name,
              dataKey: ({ at }: { at: number }) => values[at] ?? null,
              type: 'linear' as const,
              isAnimationActive: false,
              activeDot: { r: 3, fill: 'var(--text)', stroke: 'var(--bg)' },
              strokeWidth: 1.5,
              ...LINE_STYLES[look],
            };
            const dot = (props: DotItemDotProps) => (
              <LoneDot key={props.index} cx={props.cx} cy={props.cy} isShown={isAlone(values, props.index)} />
            );
            return isFilled ? (
              <Area key={name} {...shared} dot={dot} fill="var(--hover)" fillOpacity={1} />
            ) : (
              <Line key={name} {...shared} dot={dot} />
            );
          })}
          <Tooltip
            isAnimationActive={false}
            filterNull={false}
            cursor={{ stroke: 'var(--line-control)' }}
            content={PointTip}
          />
        </ComposedChart>
      )}
    </div>
  );
}

/** The first label begins at the edge and the last ends there. */
function anchorOf(index: number, count: number): 'start' | 'middle' | 'end' {
  if (index === 0) return 'start';
  return index === count - 1 ? 'end' : 'middle';
}

type LoneDotProps = Pick<DotItemDotProps, 'cx' | 'cy'> & { isShown: boolean };

/** A value without a line to it. */
function LoneDot({ cx, cy, isShown }: LoneDotProps) {
  if (!isShown || cx === undefined || cy === undefined) return <g />;
  return <circle cx={cx} cy={cy} r={1.5} className="fill-text" />;
}
